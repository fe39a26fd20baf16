import { access, mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { keyEnding, publicEnding } from '../keys/key-files.ts';
import type { Run } from './run.ts';

/** The keys of the practice: one person who signs roots and releases, one machine that signs live documents. */
const practiceKeys = [
  { name: 'person', kind: 'person' },
  { name: 'machine', kind: 'online' },
] as const;

type Name = (typeof practiceKeys)[number]['name'];

/** Relative to the folder whose `.linkspan` it is in. */
export const keyFile = (name: Name): string => join('.linkspan', 'keys', `${name}${keyEnding}`);
export const publicKeyFile = (name: Name): string => join('.linkspan', 'keys', `${name}${publicEnding}`);

/** Whether a file or a folder is there. */
function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

/**
 * Makes the practice keys if they are not there, and the store with a policy for practice: the static checks alone,
 * and releases of what no commit has. Returns a line of what was made. Rejects with `Refused`.
 */
export async function prepareStore(folder: string, run: Run): Promise<string | undefined> {
  const made: string[] = [];
  for (const { name, kind } of practiceKeys) {
    if (await isThere(join(folder, keyFile(name)))) continue;
    await run('keys', 'make', name, '--kind', kind);
    made.push(keyFile(name));
  }
  if (!(await isThere(join(folder, '.linkspan/store/policy.json'))))
    await run('policy', 'set', '--check', 'static', '--allow-dirty');
  return made.length > 0 ? `Keys for practice are made: ${made.join(', ')}` : undefined;
}

/**
 * Keys without their store, or a store without its keys, are of no use: nothing new would be trusted by a page that
 * knows them. So both are set aside, with all that was made with them, and nothing is lost. Returns the line that
 * says so.
 */
export async function resetIfIncomplete(folder: string, now: number): Promise<string | undefined> {
  const found = await Promise.all([store, ...keys].map((path) => isThere(join(folder, path))));
  if (found.every((one) => one) || !found.includes(true)) return undefined;
  const aside = join('.linkspan', 'set-aside', new Date(now).toISOString().replaceAll(/[:.]/g, '-'));
  for (const path of [store, ...keys, ...madeWithThem]) await setAside(folder, path, aside);
  const lost = found[0] ? 'Keys of the practice store are' : 'The practice store is';
  return `${lost} gone. What was left is in ${join(folder, aside)}, and a new store is begun.`;
}

const store = join('.linkspan', 'store');
const keys = practiceKeys.flatMap(({ name }) => [keyFile(name), publicKeyFile(name)]);
const madeWithThem = ['roots', 'releases'].map((name) => join('.linkspan', name));

async function setAside(folder: string, path: string, aside: string): Promise<void> {
  if (!(await isThere(join(folder, path)))) return;
  const target = join(folder, aside, path.slice('.linkspan/'.length));
  await mkdir(dirname(target), { recursive: true });
  await rename(join(folder, path), target);
}
