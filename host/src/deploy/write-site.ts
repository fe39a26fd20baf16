import { constants } from 'node:fs';
import { access, link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { LinkspanError, messageOf } from '@linkspan/contract';

/** The files of a site by their paths in it, in the order in which they appear. */
export type SiteFiles = ReadonlyMap<string, Uint8Array | string>;

/** Where files are written first: on the file system of the site, under a name that no server sends. */
const stagedName = '.staged';

/**
 * Writes files into a folder that is being served. Each appears whole, in the order of `files`: all are written aside first,
 * and then take their places one by one. A file that is there with these bytes already is left alone, and none is deleted.
 * `whereMissing` are written only if the site does not have them. Rejects with `config/site` if the files cannot be written,
 * and then has changed nothing, unless the system failed while they took their places.
 */
export async function writeSite(site: string, files: SiteFiles, whereMissing: SiteFiles): Promise<void> {
  const staged = join(site, stagedName);
  try {
    await mkdir(site, { recursive: true });
    await access(site, constants.W_OK);
    await rm(staged, { recursive: true, force: true });
    const changed = await stage(site, staged, files);
    const missing = await stage(site, staged, whereMissing);
    for (const path of missing) await placeIfMissing(join(staged, path), join(site, path));
    for (const path of changed) await rename(join(staged, path), join(site, path));
  } catch (cause) {
    throw new LinkspanError('config/site', { site, detail: messageOf(cause) }, { cause });
  } finally {
    await rm(staged, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** Writes those aside that the site does not have with these bytes, and returns their paths. */
async function stage(site: string, staged: string, files: SiteFiles): Promise<readonly string[]> {
  const written: string[] = [];
  // One after another: a system opens a limited number of files at once.
  for (const [path, content] of files) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content;
    const known = await readFile(join(site, path)).catch(() => undefined);
    if (known?.equals(bytes)) continue;
    const file = join(staged, path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes, { flush: true });
    // A folder that nobody may write would be found out too late.
    await mkdir(dirname(join(site, path)), { recursive: true });
    await access(dirname(join(site, path)), constants.W_OK);
    written.push(path);
  }
  return written;
}

/** A link fails if the name is taken, also if another process has just taken it. */
async function placeIfMissing(from: string, to: string): Promise<void> {
  await link(from, to).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
}
