import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { families } from '@linkspan/practice/families';
import { parseUnsignedRelease, unsignedReleaseName } from '@linkspan/trust';
import { root } from './root.mjs';
import { Plain, say } from './say.mjs';

/** What each may take, in kB of Brotli. A build that takes more by this share fails: change the row, and say why. */
const expected = /** @type {const} */ ({
  // Half a kB each since an application can be on the page: its styles in the policy, its calls in cards and log.
  // An application's classic scripts start after the policy, and its families may come late: 0.4 kB.
  // Releases that came with the page by packages, beside signed ones: 0.8 kB.
  'inline script': 11.8,
  'inline script, all by packages': 5.2,
  'inline script, all by packages, with an application': 1.6,
  // Releases that come after the import map was closed: 0.2 kB.
  'early script': 21.2,
  // The elements, the application's way to the wallets, the gate, and the sheet in front of all else: 1 kB.
  'early script, with an application': 25.0,
  // The dialog without a wallet in this browser, its answers, and the automatic retry: 2.5 kB.
  'early script, all by packages, with an application': 29.0,
  'host, with the federation runtime': 39.1,
  // Receipts, Receive, test networks, and the notice if nothing loads: 2.4 kB.
  views: 36.1,
});
/** The same for what a family's wallets are connected by. @type {Readonly<Record<keyof typeof families, number>>} */
const expectedToConnect = { evm: 36.0, solana: 39.2, near: 30.1 };
const room = 0.05;

/** Prints the size of what is built beside what is expected. Throws `Plain` if one is larger by more than 5 %. */
export async function checkBytes() {
  const assets = join(root, 'host/dist/client/assets');
  const names = await readdir(assets);
  const asset = (/** @type {string} */ start) =>
    names.filter((name) => name.startsWith(start) && name.endsWith('.js')).map((name) => join(assets, name));
  /** @type {Record<keyof typeof expected, string[]>} */
  const own = {
    'inline script': [join(root, 'host/dist/page/boot.js')],
    'inline script, all by packages': [join(root, 'host/dist/page/boot-pinned.js')],
    'inline script, all by packages, with an application': [
      join(root, 'host/dist/page/boot-pinned-application.js'),
    ],
    'early script, all by packages, with an application': [join(root, 'host/dist/page/early-pinned.js')],
    // Of a page without an application, and of one with it.
    'early script': asset('early-').filter((path) => !path.includes('early-application-')),
    'early script, with an application': asset('early-application-'),
    'host, with the federation runtime': asset('host-'),
    views: asset('lazy-'),
  };
  const parts = Object.entries(expected).map(([name, most]) => {
    const paths = own[/** @type {keyof typeof expected} */ (name)];
    return { name, paths, most: Number(most) };
  });
  for (const [id, { title, remote }] of Object.entries(families)) {
    const most = expectedToConnect[/** @type {keyof typeof families} */ (id)];
    parts.push({ name: `to connect ${title}`, paths: await listPreloaded(remote), most });
  }
  const rows = await Promise.all(
    parts.map(async ({ name, most, paths }) => {
      if (paths.length === 0) throw new Plain(`Nothing is built of: ${name}`);
      const sizes = await Promise.all(
        paths.map(async (path) => brotliCompressSync(await readFile(path)).length),
      );
      return { name, most, size: sizes.reduce((sum, size) => sum + size, 0) / 1_000 };
    }),
  );
  say('kB of Brotli, expected and built:');
  for (const { name, most, size } of rows) say(`  ${name.padEnd(52)} ${most.toFixed(1)}  ${size.toFixed(1)}`);
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
