import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/**
 * Does a piece of work unless it has been done under the same stamp; returns whether it had to. Work that fails
 * leaves no stamp.
 * @param {string} stampFile
 * @param {() => Promise<string>} readStamp Asked before the work and after it, so that it may tell of the outcome too.
 * @param {() => Promise<unknown>} work
 * @returns {Promise<boolean>}
 */
export async function unlessDone(stampFile, readStamp, work) {
  if ((await readFile(stampFile, 'utf8').catch(() => '')) === (await readStamp())) return false;
  await rm(stampFile, { force: true });
  await work();
  await mkdir(dirname(stampFile), { recursive: true });
  await writeFile(stampFile, await readStamp());
  return true;
}
