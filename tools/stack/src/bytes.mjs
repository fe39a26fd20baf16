import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { parseUnsignedRelease, unsignedReleaseName } from '@linkspan/trust';
import { root } from './root.mjs';
import { Plain, say } from './say.mjs';

/** What each may take, in kB of Brotli. A build that takes more by this share fails: change the row, and say why. */
const expected = /** @type {const} */ ({
  'inline script': 9.5,
  'early script': 19.5,
  'host, with the federation runtime': 32.7,
  views: 26,
  'to connect Ethereum': 35.0,
  'to connect Solana': 38.3,
  'to connect NEAR': 29.2,
});
const room = 0.05;

/** Prints the size of what is built beside what is expected. Throws `Plain` if one is larger by more than 5 %. */
export async function checkBytes() {
  const assets = join(root, 'host/dist/client/assets');
  const names = await readdir(assets);
  const asset = (/** @type {string} */ start) =>
    names.filter((name) => name.startsWith(start) && name.endsWith('.js')).map((name) => join(assets, name));
  /** @type {Record<keyof typeof expected, string[]>} */
  const files = {
    'inline script': [join(root, 'host/dist/page/boot.js')],
    'early script': asset('early-'),
    'host, with the federation runtime': asset('host-'),
    views: asset('lazy-'),
    'to connect Ethereum': await listPreloaded('remote-evm'),
    'to connect Solana': await listPreloaded('remote-solana'),
    'to connect NEAR': await listPreloaded('remote-near'),
  };
  const rows = await Promise.all(
    Object.entries(expected).map(async ([name, most]) => {
      const paths = files[/** @type {keyof typeof expected} */ (name)];
      if (paths.length === 0) throw new Plain(`Nothing is built of: ${name}`);
      const sizes = await Promise.all(
        paths.map(async (path) => brotliCompressSync(await readFile(path)).length),
      );
      return { name, most, size: sizes.reduce((sum, size) => sum + size, 0) / 1_000 };
    }),
  );
  say('kB of Brotli, expected and built:');
  for (const { name, most, size } of rows) say(`  ${name.padEnd(34)} ${most.toFixed(1)}  ${size.toFixed(1)}`);
  const over = rows.filter(({ most, size }) => size > most * (1 + room)).map(({ name }) => name);
  if (over.length > 0) throw new Plain(`More than 5 % larger than expected: ${over.join(', ')}.`);
}

/** What a remote's release lists to be loaded before its connector. @param {string} remote */
async function listPreloaded(remote) {
  const dist = join(root, remote, 'dist');
  const { release } = parseUnsignedRelease(
    JSON.parse(await readFile(join(dist, unsignedReleaseName), 'utf8')),
    remote,
  );
  return release.manifest.preload.map((path) => join(dist, release.path, path));
}
