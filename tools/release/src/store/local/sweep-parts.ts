import { join } from 'node:path';
import type { Clock } from '../clock.ts';
import { type Disk, unless } from './disk.ts';

const leftMs = 60 * 60_000;

/** Removes what crashed publishers have left unfinished, an hour after they wrote it. */
export async function sweepParts(place: {
  readonly disk: Disk;
  readonly clock: Clock;
  readonly folder: string;
}): Promise<void> {
  const { disk, clock, folder } = place;
  const names = (await unless(['ENOENT'], disk.readdir(folder))) ?? [];
  for (const name of names) {
    const part = join(folder, name);
    const facts = await unless(['ENOENT'], disk.stat(part));
    if (facts && clock.now() - facts.mtimeMs > leftMs) await disk.rm(part, { force: true });
  }
}
