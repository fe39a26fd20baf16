import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { nothingSeen, verifyFirstRoot, verifyLive } from '@linkspan/trust';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { releaseStandIn } from './release-stand-in.ts';

const files = {
  'discovery.js': 'export const discover = () => 1;',
  'remoteEntry.js': 'export const get = () => 1; export const init = () => 1;',
};

let home: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'linkspan-stand-in-'));
});
afterEach(() => rm(home, { recursive: true }));

/** What the build of a small remote leaves. */
async function writeBuilt(remote: string): Promise<string> {
  const built = join(home, remote);
  const listed = Object.entries(files).map(([path, content]) => {
    const integrity = `sha384-${createHash('sha384').update(content).digest('base64')}`;
    return { path, bytes: content.length, integrity };
  });
  const parts = { discovery: 'discovery.js', entry: 'remoteEntry.js', preload: ['remoteEntry.js'] };
  const about = { remote, version: '0.1.0', contract: '1.0', shared: {}, dependencies: [] };
  const release = { path: 'files/', manifest: { ...about, ...parts, files: listed } };
  await mkdir(join(built, 'dist', 'files'), { recursive: true });
  await writeFile(join(built, 'dist', 'release.json'), JSON.stringify({ remote, release }));
  for (const [path, content] of Object.entries(files))
    await writeFile(join(built, 'dist', 'files', path), content);
  return built;
}

async function release(name: string) {
  const built = await writeBuilt('remote-evm');
  const store = await releaseStandIn(join(home, 'stand-ins'), { name, like: 'remote-evm', built });
  const read = async (path: string) => new Uint8Array(await readFile(join(store, path)));
  const root = await verifyFirstRoot(await read('root/1.json'), name);
  const policy = { root, seen: nothingSeen, now: Date.now() };
  return { store, root, live: await verifyLive({ ...policy, envelope: await read('live.json') }) };
}

it('releases the same files under another name, and a page believes it', async () => {
  const { store, live } = await release('remote-evm-2');
  expect(live.releases.map(({ manifest }) => manifest.remote)).toEqual(['remote-evm-2']);
  const addresses = live.releases.flatMap(({ path, manifest }) =>
    manifest.files.map((file) => join(path, file.path)),
  );
  const contents = addresses.map(async (address) => readFile(join(store, address), 'utf8'));
  expect((await Promise.all(contents)).sort()).toEqual(Object.values(files).sort());
});

it('gives each its own keys', async () => {
  const [one, other] = [await release('remote-evm-2'), await release('remote-evm-3')];
  const shared = Object.keys(one.root.keys).filter((id) => id in other.root.keys);
  expect(shared).toEqual([]);
});
