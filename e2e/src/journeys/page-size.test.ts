import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { root } from '../../../tasks/root.mjs';

/** In bytes of Brotli: about what a server may send on a new connection before it has heard from the browser again. */
const most = 14_000;

it('sends the page with its boot script, configuration and roots in at most 14 kB', async () => {
  const page = await readFile(join(root, '.linkspan/e2e-site/index.html'));
  expect(brotliCompressSync(page).length).toBeLessThanOrEqual(most);
});
