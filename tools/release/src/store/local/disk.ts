import type * as files from 'node:fs/promises';

/** What a local store needs of a file system. */
export type Disk = Pick<
  typeof files,
  'link' | 'mkdir' | 'readdir' | 'readFile' | 'rename' | 'rm' | 'rmdir' | 'stat' | 'writeFile'
>;

/** Whether the file system failed with one of these codes, such as `ENOENT`. */
export function isDiskError(error: unknown, ...codes: readonly string[]): error is NodeJS.ErrnoException {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

/** The answer, or undefined where the file system failed with one of these codes. */
export async function unless<T>(codes: readonly string[], work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isDiskError(error, ...codes)) return undefined;
    throw error;
  }
}
