import * as files from 'node:fs/promises';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeStore } from '../testing/describe-store.ts';
import { temporaryFolder } from '../testing/folders.ts';
import { openLocalStore } from './local-store.ts';
import { liveHeaders } from './store.ts';

const shared = join(tmpdir(), `linkspan-local-${process.pid}`);
beforeAll(() => mkdir(shared));
afterAll(() => rm(shared, { recursive: true }));

describeStore('a local store', async () => openLocalStore(shared));

const headers = liveHeaders('live.json');
const old = Buffer.from('old');
const next = Buffer.from('next');

describe('a local store', () => {
  it('makes its folder when it is first written to', async () => {
    const folder = join(await temporaryFolder(), 'new');
    const store = openLocalStore(folder);
    expect(await store.list('')).toEqual([]);
    await store.createIfAbsent('a.js', old, headers);
    expect(await readFile(join(folder, 'a.js'))).toEqual(old);
  });

  it('lists neither its lock nor what is unfinished, and leaves no unfinished file', async () => {
    const folder = await temporaryFolder();
    const store = openLocalStore(folder);
    await store.replaceIfUnchanged('a.js', next, await store.createIfAbsent('a.js', old, headers), headers);
    expect((await store.list('')).map(({ path }) => path)).toEqual(['a.js']);
    expect(await store.list('.linkspan')).toEqual([]);
    expect(await readdir(join(folder, '.linkspan/parts'))).toEqual([]);
  });

  it('removes folders that are empty, and no others', async () => {
    const folder = await temporaryFolder();
    const store = openLocalStore(folder);
    for (const path of ['a/1/x.js', 'a/2/x.js']) await store.createIfAbsent(path, old, headers);
    await store.remove('a/1/x.js');
    expect(await readdir(join(folder, 'a'))).toEqual(['2']);
    await store.remove('a/2/x.js');
    expect(await readdir(folder)).toEqual(['.linkspan']);
  });

  it('creates a file though its folder is removed in the same moment', async () => {
    const store = openLocalStore(await temporaryFolder());
    for (let round = 0; round < 50; round += 1) {
      await store.createIfAbsent(`a/${round}/first.js`, old, headers);
      await Promise.all([
        store.remove(`a/${round}/first.js`),
        store.createIfAbsent(`a/${round}/second.js`, next, headers),
      ]);
      expect((await store.list(`a/${round}/`)).map(({ path }) => path)).toEqual([`a/${round}/second.js`]);
    }
  });

  it('sweeps what a crash has left, an hour later', async () => {
    const folder = await temporaryFolder();
    const parts = join(folder, '.linkspan/parts');
    await mkdir(parts, { recursive: true });
    for (const name of ['fresh', 'left']) await writeFile(join(parts, name), 'half');
    await utimes(join(parts, 'left'), new Date(0), new Date(0));
    await openLocalStore(folder).createIfAbsent('a.js', old, headers);
    expect(await readdir(parts)).toEqual(['fresh']);
  });

  it('tells what the file system says', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'file'), '');
    const store = openLocalStore(join(folder, 'file'));
    await expect(store.createIfAbsent('a.js', old, headers)).rejects.toMatchObject({
      code: 'store/failed',
      message: expect.stringContaining('ENOTDIR'),
    });
  });

  it.each(['EACCES', 'EPERM', 'EROFS'])(
    'tells that it may not write, which the system calls %s',
    async (code) => {
      const link = () => Promise.reject(Object.assign(new Error(`${code}: no`), { code }));
      const store = openLocalStore(await temporaryFolder(), { disk: { ...files, link } });
      const attempt = store.createIfAbsent('a.js', old, headers);
      await expect(attempt).rejects.toMatchObject({
        code: 'store/refused',
        message: expect.stringContaining(`: ${code}: no.`),
      });
    },
  );

  it('waits while another process has the lock, and tells who, when its patience ends', async () => {
    const folder = await temporaryFolder();
    const tag = await openLocalStore(folder).createIfAbsent('a.js', old, headers);
    let now = Date.now();
    const pause = async () => {
      now += 5_000;
    };
    await mkdir(join(folder, '.linkspan/lock'));
    const holder = { host: hostname(), pid: process.ppid, since: now };
    await writeFile(join(folder, '.linkspan/lock/7'), JSON.stringify(holder));
    const store = openLocalStore(folder, { clock: { now: () => now, pause } });
    await expect(store.replaceIfUnchanged('a.js', next, tag, headers)).rejects.toMatchObject({
      code: 'store/busy',
      message: expect.stringMatching(`^a.js .* Wait for process ${process.ppid} on ${hostname()} to finish`),
    });
    expect((await store.read('a.js'))?.bytes).toEqual(new Uint8Array(old));
  });
});
