import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { root } from '@linkspan/stack/root';
import { describe, expect, it } from 'vitest';
import { families } from '../page/families.ts';
import { readLive } from '../place/read-live.ts';
import { releaseFolder, siteFolder } from '../place/stack.ts';

// In bytes of Brotli, as a server sends them. A budget is what was reached, with a little room: who needs more says why.

/** As built: a site keeps what former deploys have left. */
const assets = join(root, 'host/dist/client/assets');

it('sends the page with its boot script, configuration and roots in at most 14.65 kB', async () => {
  // What a server may send on a new connection before it has heard from the browser again are ten packets, 14.6 kB. 400 of
  // these bytes let a page pass over a release that does not fit it, and learn of a new root that no live document names. Since 2026-11-23 up to 50 are beyond the tenth packet: early requests
  // have a deadline, without which a server that never answers keeps every later request waiting.
  expect(await sizeOf(join(siteFolder, 'index.html'))).toBeLessThanOrEqual(14_650);
});

describe('the host', () => {
  it.each([
    ['early script', /^early-[\w-]+\.js$/, 20_700],
    ['module, with the federation runtime', /^host-[\w-]+\.js$/, 35_950],
    ['React, as it is lent', /^react-[\w-]+\.js$/, 58_700],
    // The views hold the form that tells each mistake, and the check of what a release accepts as configuration.
    ['views and what operators use', /^lazy-[\w-]+\.js$/, 23_900],
    ['later style', /^host-[\w-]+\.css$/, 3_300],
  ])('keeps its %s within its budget', async (_, name, most) => {
    const files = (await readdir(assets)).filter((file) => name.test(file));
    expect(files).toHaveLength(1);
    expect(await sizeOf(join(assets, files[0] ?? ''))).toBeLessThanOrEqual(most);
  });

  it('imports nothing at once that a browser would learn of only when it has the module', async () => {
    for (const file of (await readdir(assets)).filter((one) => /^(host|early)-.*\.js$/.test(one)))
      expect(await readFile(join(assets, file), 'utf8'), file).not.toMatch(/(^|[;}])import\s*["'{*\w]/);
  });
});

// What was added on 2026-11-23, and why: names are cleaned and joined safely before the list (0.9 kB of the early script), files are
// read no further than their signed size (0.4 kB of the host), wallets' errors are unwrapped, locked wallets are waited for,
// and accounts are read again (0.9 to 1.8 kB of each connector). On 2026-11-24: viem 2.57.20 (0.3 kB of Ethereum's),
// the federation plugin's own container (6 to 7 kB of each connector), and the check of shared libraries that it does not make (0.2 kB of the host).

/** What listing the wallets takes, and what connecting one takes: in bytes and in files. */
const budgets = {
  evm: { discovery: 3_500, connector: 33_000, files: 7 },
  solana: { discovery: 3_450, connector: 32_900, files: 7 },
  near: { discovery: 3_500, connector: 27_400, files: 6 },
} as const;

describe.each(families)('$remote', ({ id, remote }) => {
  it('keeps its discovery and its connector within their budgets', async () => {
    const { path, manifest } = await readLive(releaseFolder(remote));
    const sizes = (paths: readonly string[]) =>
      Promise.all(paths.map((file) => sizeOf(join(releaseFolder(remote), path, file))));
    const total = (await sizes(manifest.preload)).reduce((sum, size) => sum + size, 0);
    const { discovery, connector, files } = budgets[id];
    expect((await sizes([manifest.discovery]))[0]).toBeLessThanOrEqual(discovery);
    expect(total).toBeLessThanOrEqual(connector);
    expect(manifest.preload.length).toBeLessThanOrEqual(files);
  });
});

async function sizeOf(file: string): Promise<number> {
  return brotliCompressSync(await readFile(file)).length;
}
