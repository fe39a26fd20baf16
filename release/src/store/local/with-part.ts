import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Disk } from './disk.ts';

/**
 * Lends a complete file of these bytes, in the folder, under a name that nobody else uses: to be linked or renamed
 * into its place at once. What is left of it goes afterwards.
 */
export async function withPart<T>(
  { disk, folder }: { readonly disk: Disk; readonly folder: string },
  bytes: Uint8Array | string,
  use: (part: string) => Promise<T>,
): Promise<T> {
  const part = join(folder, randomUUID());
  await disk.mkdir(folder, { recursive: true });
  try {
    await disk.writeFile(part, bytes, { flag: 'wx', flush: true });
    return await use(part);
  } finally {
    await disk.rm(part, { force: true });
  }
}
