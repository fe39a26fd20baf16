import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Disk } from './disk.ts';

/** Where an unfinished file is, and whether it must outlast a failure of power. */
export interface PartPlace {
  readonly disk: Disk;
  readonly folder: string;
  readonly flush: boolean;
}

/**
 * Lends a complete file of these bytes, in the folder, under a name that nobody else uses: to be linked or renamed
 * into its place at once. What is left of it goes afterwards.
 */
export async function withPart<T>(
  { disk, folder, flush }: PartPlace,
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
