import { rename } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { KeyId } from '@linkspan/trust';
import { createKeyPair, type KeyPair } from '@linkspan/trust/sign';
import { toShown } from '../output.ts';
import type { Context, Outcome } from '../verb.ts';
import {
  type KeptKey,
  keyEnding,
  listKeyFiles,
  publicEnding,
  readKeyFile,
  writeKeyFiles,
} from './key-files.ts';
import { listNewestRoots, listUses, type Use } from './list-keys.ts';

/** A key that has taken the place of another under its name. */
export interface Rotated {
  readonly before: KeyPair;
  readonly after: KeyPair;
  /** What the files of the one before are called now. */
  readonly keptAs: string;
}

/**
 * Makes a new key of the same kind under a name, and keeps the one before under another: it must sign the root that
 * replaces it. `now` in milliseconds since 1970. Throws what `readKeyFile` throws, and `command/key-exists`.
 */
async function rotateKey(folder: string, name: string, now: number): Promise<Rotated> {
  const base = resolve(folder, name);
  const before = await readKeyFile(base + keyEnding);
  const after = await createKeyPair(before.key.kind);
  const instant = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  const keptAs = `${name}.until-${instant}`;
  for (const ending of [keyEnding, publicEnding])
    await rename(base + ending, resolve(folder, keptAs) + ending);
  await writeKeyFiles(base, after);
  return { before, after, keptAs };
}

/** Rotates a key, and tells the lines by which the roots of this machine take the new one. Throws as `rotateKey`. */
export async function runRotation(name: string, folder: string, context: Context): Promise<Outcome> {
  const { before, after, keptAs } = await rotateKey(folder, name, context.now());
  const uses = listUses(await listNewestRoots(context.folder), before.keyid);
  const kept = await listKeyFiles(folder);
  const shown = toShown(folder, context.folder);
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

/** What the line of a root is made of. */
export interface Rotation extends Pick<Rotated, 'keptAs'> {
  readonly before: KeyId;
  /** What the files of the new key are called. */
  readonly name: string;
  /** The keys that are here, the new one among them. */
  readonly kept: readonly KeptKey[];
  /** The folder that they are in. */
  readonly folder: string;
}

/**
 * The line by which a root takes the new key in place of the one before. Every key of a role is named, since those that
 * are not would lose it; FILE stands for one that is not here.
 */
function toRotateLine({ root, roles }: Use, rotation: Rotation): string {
  const { before, name, keptAs, folder } = rotation;
  const toFile = (keyid: KeyId) => {
    const found = keyid === before ? name : rotation.kept.find((one) => one.keyid === keyid)?.name;
    return found === undefined ? 'FILE' : `${folder}/${found}${publicEnding}`;
  };
  const named = roles.flatMap((role) => root.roles[role].keyids.map((keyid) => `--${role} ${toFile(keyid)}`));
  // Roots are signed by people alone; the new key must sign too, since it is in the new root.
  const signers = roles.includes('root')
    ? [keptAs, name].map((one) => `--key ${folder}/${one}${keyEnding}`)
    : ['--key FILE'];
  return ['npm run release -- root rotate', root.remote, ...named, ...signers].join(' ');
}
