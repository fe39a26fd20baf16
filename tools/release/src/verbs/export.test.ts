import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FrontendDiscovery, ImportMap } from '../site/export-live.ts';
import type { Store } from '../store/store.ts';
import { createPlace, testNow } from '../testing/command.ts';
import { filesOf } from '../testing/folders.ts';
import { createTeam, soundFiles } from '../testing/team.ts';

interface Exported {
  readonly 'frontend-discovery.json': FrontendDiscovery;
  readonly 'import-map.json': ImportMap;
}

/** A team with 1.0.0 live for 90 % and 1.1.0 for 10 %. */
async function createShared() {
  const team = await createTeam();
  await team.publish('1.0.0', 1);
  await team.publish('1.1.0', 2, { ...soundFiles, 'chunk.js': 'export const one = 2;' });
  const live = (line: string) => team.done(`${line} ${team.by('ci')}`);
  await live('promote remote-evm 1.0.0');
  await live('promote remote-evm 1.1.0 --share 10');
  const write = async (words: string): Promise<Exported> => {
    const line = `export ${words} --out exported`;
    return (await team.done<{ files: Exported }>(line)).files;
  };
  const refused = (words: string) => team.run(`export ${words} --out exported`);
  const names = () => readdir(join(team.folder, 'exported')).catch(() => 'nothing');
  const [old, fresh] = [
    await filesOf(team.store, 'remote-evm', '1.0.0'),
    await filesOf(team.store, 'remote-evm', '1.1.0'),
  ];
  return { ...team, live, write, refused, names, old, fresh };
}

const url = '--url https://cdn.example/store';
const cdn = 'https://cdn.example/store/';

describe('a frontend-discovery document', () => {
  it('lists each release of v1-pre, with the share as traffic', async () => {
    const { write, store, old, fresh } = await createShared();
    const { 'frontend-discovery.json': document } = await write(`remote-evm ${url}`);
    const integrity = await integrityOf(store, '1.1.0', 'remoteEntry.js');
    const [newer, older, ...more] = document.microFrontends['remote-evm'] ?? [];
    expect(more).toEqual([]);
    expect(newer).toMatchObject({
      url: `${cdn}${fresh}remoteEntry.js`,
      metadata: { integrity, version: '1.1.0' },
      deployment: { traffic: 10, default: false },
    });
    expect(older).toMatchObject({
      url: `${cdn}${old}remoteEntry.js`,
      metadata: { version: '1.0.0' },
      deployment: { traffic: 90, default: true },
    });
  });

  it('has what the format has no place for, under our own name', async () => {
    const { write, store, old } = await createShared();
    const { 'frontend-discovery.json': document } = await write(`remote-evm ${url}`);
    expect(document.microFrontends['remote-evm']?.[1]?.extras).toEqual({
      linkspan: {
        contract: '1.0',
        shared: {},
        sequence: 1,
        manifest: expect.stringMatching(/^[0-9a-f]{64}$/),
        until: '2026-11-27T12:00:00Z',
        discovery: {
          url: `${cdn}${old}discovery.js`,
          integrity: await integrityOf(store, '1.0.0', 'discovery.js'),
        },
        preload: [`${cdn}${old}remoteEntry.js`],
      },
    });
  });

  it('names a second address for a second try, and one of each remote where they differ', async () => {
    const { write, fresh } = await createShared();
    const { 'frontend-discovery.json': document } = await write(
      'remote-evm --url https://{remote}.example --url https://other.example/',
    );
    expect(document.microFrontends['remote-evm']?.[0]).toMatchObject({
      url: `https://remote-evm.example/${fresh.replace('remote-evm/', '')}remoteEntry.js`,
      fallbackUrl: `https://other.example/${fresh}remoteEntry.js`,
    });
  });

  it('leaves out a release that nobody gets: readers of the format may give it some', async () => {
    const { live, write } = await createShared();
    await live('promote remote-evm 1.1.0 --share 0');
    const { 'frontend-discovery.json': document } = await write(`remote-evm ${url}`);
    expect(document.microFrontends['remote-evm']).toMatchObject([
      { metadata: { version: '1.0.0' }, deployment: { traffic: 100, default: true } },
    ]);
  });

  it('gives the visitors of a revoked release to the other, as a page does', async () => {
    const { done, by, write } = await createShared();
    await done(`root revoke remote-evm 1.0.0 ${by('ann', 'bob')}`);
    await done('root publish .linkspan/roots/remote-evm-2.json --while-live');
    const { 'frontend-discovery.json': document } = await write(`remote-evm ${url}`);
    expect(document.microFrontends['remote-evm']).toMatchObject([
      { metadata: { version: '1.1.0' }, deployment: { traffic: 100, default: true } },
    ]);
  });

  it('has no version of a remote that is withdrawn', async () => {
    const { live, write } = await createShared();
    await live('withdraw remote-evm');
    const files = await write(`--all ${url}`);
    expect(files['frontend-discovery.json'].microFrontends).toEqual({ 'remote-evm': [] });
    expect(files['import-map.json']).toEqual({ imports: {}, integrity: {} });
  });
});

describe('an import map', () => {
  it('leads to the release that most visitors get, each file with its hash', async () => {
    const { live, write, store, old, fresh } = await createShared();
    const { 'import-map.json': map } = await write(`remote-evm ${url}`);
    expect(map.imports).toEqual({
      'remote-evm': `${cdn}${old}remoteEntry.js`,
      'remote-evm/discovery': `${cdn}${old}discovery.js`,
    });
    expect(map.integrity).toEqual({
      [`${cdn}${old}chunk.js`]: await integrityOf(store, '1.0.0', 'chunk.js'),
      [`${cdn}${old}discovery.js`]: await integrityOf(store, '1.0.0', 'discovery.js'),
      [`${cdn}${old}remoteEntry.js`]: await integrityOf(store, '1.0.0', 'remoteEntry.js'),
    });
    await live('promote remote-evm 1.1.0 --share 50');
    expect((await write(`remote-evm ${url}`))['import-map.json'].imports['remote-evm']).toContain(old);
    await live('promote remote-evm 1.1.0 --share 51');
    expect((await write(`remote-evm ${url}`))['import-map.json'].imports['remote-evm']).toContain(fresh);
  });
});

describe('an export', () => {
  it('writes both files, whole, and nothing on a dry run', async () => {
    const { write, names, folder: place } = await createShared();
    await write(`--all ${url} --dry-run`);
    expect(await names()).toBe('nothing');
    const files = await write(`--all ${url}`);
    expect(await names()).toEqual(['frontend-discovery.json', 'import-map.json']);
    for (const [name, content] of Object.entries(files))
      expect(JSON.parse(await readFile(join(place, 'exported', name), 'utf8'))).toEqual(content);
  });

  it('takes all remotes that are live, and refuses one that is named and is not', async () => {
    const fresh = await createTeam();
    const all = await fresh.done<{ files: Exported }>(`export --all ${url} --out exported`);
    expect(all.files['frontend-discovery.json'].microFrontends).toEqual({});
    const { exitCode, complaint } = await fresh.run(`export remote-evm ${url} --out exported`);
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('command/not-live')]);
  });

  it('refuses what a page would refuse, and writes nothing', async () => {
    const { run, names } = await createShared();
    const now = () => testNow + 8 * 24 * 60 * 60 * 1000;
    expect((await run(`export --all ${url} --out exported`, { now })).complaint).toContain('release/expired');
    expect(await names()).toBe('nothing');
  });

  it.each([
    `remote-evm`,
    `${url}`,
    `remote-evm --all ${url}`,
    'remote-evm --url ftp://cdn.example/',
    'remote-evm --url https://cdn.example/?a=1',
    'remote-evm --url cdn.example',
    `remote-evm ${url} ${url} ${url}`,
  ])('ends with 2 where it is asked for wrongly: %s', async (words) => {
    const { run } = await createPlace();
    expect((await run(`export ${words} --out exported`)).exitCode).toBe(2);
  });
});

/** The hash of a file that is in the store. */
async function integrityOf(store: Store, version: string, name: string): Promise<string> {
  const file = await store.read((await filesOf(store, 'remote-evm', version)) + name);
  const hash = createHash('sha384').update(file?.bytes ?? 'nothing');
  return `sha384-${hash.digest('base64')}`;
}
