import type { Means } from '../means.ts';
import { toShown } from '../to-shown.ts';
import type { Outcome } from '../verb.ts';
import { listKeyFiles } from './list-key-files.ts';
import { listNewestRoots, listUses } from './list-uses.ts';
import { rotateKey } from './rotate-key.ts';
import { toRotateLine } from './to-rotate-line.ts';

/** Rotates a key, and tells the lines by which the roots of this machine take the new one. Throws as `rotateKey`. */
export async function runRotation(name: string, folder: string, means: Means): Promise<Outcome> {
  const { before, after, keptAs } = await rotateKey(folder, name, means.now());
  const uses = listUses(await listNewestRoots(means.folder), before.keyid);
  const kept = await listKeyFiles(folder);
  const shown = toShown(folder, means.folder);
  const next = uses.map((use) =>
    toRotateLine(use, { before: before.keyid, name, keptAs, kept, folder: shown }),
  );
  return {
    lines: [
      `Made a new key ${name}: ${after.keyid}`,
      `The one before is kept as ${keptAs}: ${before.keyid}`,
      'Until a root names the new one, it counts for nothing, and the one before still counts.',
      ...(next.length > 0
        ? [
            'Next, for each remote (FILE stands for a key file that is not here):',
            ...next.map((one) => `  ${one}`),
          ]
        : [
            'No root on this machine names it. Where it is used, “npm run release -- root rotate” takes the new one in its place.',
          ]),
    ],
    facts: { name, keptAs, keyid: after.keyid, before: before.keyid, next },
  };
}
