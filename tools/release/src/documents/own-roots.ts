import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Root, verifyFirstRoot, verifyRootChain } from '@linkspan/trust';
import { readNamedFile } from '../read-file.ts';

/** Where the roots of the team are on this machine, as `REMOTE-N.json`. */
export const rootsFolder = '.linkspan/roots';

/**
 * The roots of a remote that are on this machine, by their versions: the first that is signed as it demands, and those
 * that follow from it. What is still to be signed, or follows from nothing here, is none of them.
 */
export async function readOwnRoots(folder: string, remote: string): Promise<readonly Root[]> {
  const roots: Root[] = [];
  for (const file of await listFiles(resolve(folder, rootsFolder), remote)) {
    const bytes = await readNamedFile(file);
    const last = roots.at(-1);
    const verified = last === undefined ? verifyFirstRoot(bytes, remote) : verifyRootChain(last, [bytes]);
    const root = await verified.catch(() => undefined);
    if (root !== undefined) roots.push(root);
  }
  return roots;
}

/** The files of a remote's roots, by their versions. */
async function listFiles(folder: string, remote: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return names
    .filter((name) => name.startsWith(`${remote}-`) && /^\d+\.json$/.test(name.slice(remote.length + 1)))
    .sort((one, other) => toVersion(one) - toVersion(other))
    .map((name) => resolve(folder, name));
}

function toVersion(name: string): number {
  return Number(/(\d+)\.json$/.exec(name)?.[1]);
}
