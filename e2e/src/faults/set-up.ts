import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../../../tasks/root.mjs';

/** Opens a house on free ports, and removes what it wrote once the tests have ended. */
export async function setup(): Promise<() => Promise<void>> {
  // The addresses are read when a module is loaded, and the configuration has only now chosen them.
  const { openHouse } = await import('../place/open-house.ts');
  const { outputFolder, siteName } = await import('../place/folders.ts');
  const close = await openHouse({ isBreakable: true });
  return async () => {
    await close();
    const site = join(root, '.linkspan', siteName);
    for (const path of [outputFolder, site, `${site}.config.json`])
      await rm(path, { recursive: true, force: true });
  };
}
