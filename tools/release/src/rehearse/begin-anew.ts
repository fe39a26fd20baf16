import { mkdir, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isThere, keyFile, practiceKeys, publicKeyFile } from './practice-keys.ts';

/**
 * Keys without their store, or a store without its keys, are of no use: nothing new would be believed by a page that
 * knows them. So both are set aside, with all that was made with them, and nothing is lost. Answers the line that
 * says so.
 */
export async function beginAnewWhereHalf(folder: string, now: number): Promise<string | undefined> {
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
