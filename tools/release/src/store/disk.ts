import { randomUUID } from 'node:crypto';
import type * as files from 'node:fs/promises';
import { join } from 'node:path';

/** What a local store needs of a file system. */
export type Disk = Pick<
  typeof files,
  'link' | 'mkdir' | 'readdir' | 'readFile' | 'rename' | 'rm' | 'rmdir' | 'stat' | 'writeFile'
>;

/** Whether the file system failed with one of these codes, such as `ENOENT`. */
export function isDiskError(error: unknown, ...codes: readonly string[]): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** The answer, or undefined if the file system failed with one of these codes. */
export async function unless<T>(codes: readonly string[], work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isDiskError(error, ...codes)) return undefined;
    throw error;
  }
}

/** Where an unfinished file is, and whether it must outlast a failure of power. */
export interface PartOptions {
  readonly disk: Disk;
  readonly folder: string;
  readonly flush: boolean;
}

/**
 * Lends a complete file of these bytes, in the folder, under a name that nobody else uses: to be linked or renamed
 * into its place at once. What is left of it goes afterwards.
 */
export async function withPart<T>(
  { disk, folder, flush }: PartOptions,
  bytes: Uint8Array | string,
  use: (part: string) => Promise<T>,
): Promise<T> {
  const part = join(folder, randomUUID());
  await disk.mkdir(folder, { recursive: true });
  try {
    await disk.writeFile(part, bytes, { flag: 'wx', flush });
    return await use(part);
  } finally {
    await disk.rm(part, { force: true });
  }
}
