import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Root, verifyFirstRoot } from '@linkspan/trust';
import type { Means } from '../means.ts';
import { readNamedFile } from '../read-file.ts';
import type { Options } from '../verb.ts';
import type { Asked } from './asked.ts';

/** Where the roots of the team are on this machine, as `REMOTE-N.json`. */
export const ownRoots = '.linkspan/roots';

/** The option that says which root is believed, whatever a store says. */
export const trustedRootOption: Options = {
  'trusted-root': {
    value: 'FILE',
    text: `a root of the remote that you trust; else the first in ${ownRoots}, else the store’s own`,
  },
};

/**
 * The root that a store's roots are held against: the one that was asked for, else the lowest of the team's own that is
 * signed as it demands, or undefined. Throws `command/no-such-file` and what `verifyFirstRoot` throws for the first.
 */
export async function findTrustedRoot(
  asked: Asked,
  { folder }: Pick<Means, 'folder'>,
  remote: string,
): Promise<Root | undefined> {
  const named = asked.one('trusted-root');
  if (named !== undefined) return verifyFirstRoot(await readNamedFile(resolve(folder, named)), remote);
  for (const file of await listOwnRoots(folder, remote)) {
    // One that is still to be signed says nothing yet.
    const root = await verifyFirstRoot(await readNamedFile(file), remote).catch(() => undefined);
    if (root !== undefined) return root;
  }
  return undefined;
}

/** What is said where nothing but the store vouches for its root. */
export function describeTrust(trusted: Root | undefined, remote: string): readonly string[] {
  if (trusted !== undefined) return [];
  return [
    `The root of ${remote} was taken as the store has it: there is none of your own to hold it against (--trusted-root FILE).`,
  ];
}

/** The files of a remote's roots on this machine, by their version. */
async function listOwnRoots(folder: string, remote: string): Promise<readonly string[]> {
  const names = await readdir(resolve(folder, ownRoots)).catch((): string[] => []);
  return names
    .filter((name) => name.startsWith(`${remote}-`) && /^\d+\.json$/.test(name.slice(remote.length + 1)))
    .sort((one, other) => toVersion(one) - toVersion(other))
    .map((name) => resolve(folder, ownRoots, name));
}

function toVersion(name: string): number {
  return Number(/(\d+)\.json$/.exec(name)?.[1]);
}
