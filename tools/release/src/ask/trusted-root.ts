import { resolve } from 'node:path';
import { type Root, verifyFirstRoot } from '@linkspan/trust';
import { readOwnRoots, rootsFolder } from '../documents/own-roots.ts';
import { rootPath } from '../documents/paths.ts';
import type { Means } from '../means.ts';
import { readNamedFile } from '../read-file.ts';
import type { Options } from '../verb.ts';
import type { Asked } from './asked.ts';
import { openAskedStore } from './store-option.ts';

/** The option that says which root is believed, whatever a store says. */
export const trustedRootOption: Options = {
  'trusted-root': {
    value: 'FILE',
    text: `a root of the remote that you trust; else your own in ${rootsFolder}, else the store’s`,
  },
};

/**
 * The root that those of the store are held against: the one that was asked for, else the newest of the team's own that
 * the store should have too, or undefined where there is none. Throws `command/no-such-file` and what `verifyFirstRoot`
 * throws for one that was asked for.
 */
export async function findTrustedRoot(asked: Asked, means: Means, remote: string): Promise<Root | undefined> {
  const named = asked.one('trusted-root');
  if (named !== undefined) return verifyFirstRoot(await readNamedFile(resolve(means.folder, named)), remote);
  const [first, ...later] = await readOwnRoots(means.folder, remote);
  if (later.length === 0) return first;
  const store = await openAskedStore(asked, means);
  // The newest may be signed and not published yet.
  for (const root of later.reverse())
    if ((await store.read(rootPath(remote, root.version))) !== undefined) return root;
  return first;
}

/** What is said where nothing but the store vouches for its root. */
export function describeTrust(trusted: Root | undefined, remote: string): readonly string[] {
  if (trusted !== undefined) return [];
  return [
    `The root of ${remote} was taken as the store has it: there is none of your own to hold it against (--trusted-root FILE).`,
  ];
}
