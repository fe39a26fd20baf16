import { cp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build, type Part } from '../../../tasks/build.mjs';
import { root } from '../../../tasks/root.mjs';

/**
 * Builds a part as `build` does. While its sources are being edited, `LINKSPAN_BUILDS=former` lets what was built last do
 * where that fails.
 */
export async function buildOrFormer(part: Part): Promise<void> {
  const dist = join(root, part.name, 'dist');
  const former = join(root, '.linkspan', 'former', part.name);
  if (process.env.LINKSPAN_BUILDS !== 'former') return void (await build(part));
  try {
    await build(part);
    await replace(former, dist);
  } catch {
    await replace(dist, former);
    console.warn(`${part.name} does not build now: this runs on what was built last.`);
  }
}

async function replace(folder: string, by: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await cp(by, folder, { recursive: true });
}
