import * as files from 'node:fs/promises';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../testing/folders.ts';
import { openLocalStore } from './local-store.ts';

const old = Buffer.from('old');
const next = Buffer.from('next');

describe('a local store', () => {
  it('makes its folder when it is first written to', async () => {
    const folder = join(await temporaryFolder(), 'new');
    const store = openLocalStore(folder);
    expect(await store.list('')).toEqual([]);
    await store.createIfAbsent('a.js', old);
    expect(await readFile(join(folder, 'a.js'))).toEqual(old);
  });

  it('lists nothing that is unfinished, and leaves no unfinished file', async () => {
    const folder = await temporaryFolder();
    const store = openLocalStore(folder);
    await store.replaceIfUnchanged('a.js', next, await store.createIfAbsent('a.js', old));
    expect((await store.list('')).map(({ path }) => path)).toEqual(['a.js']);
    expect(await store.list('.linkspan')).toEqual([]);
    expect(await readdir(join(folder, '.linkspan/parts'))).toEqual([]);
  });

  it('leaves no empty folder where it has removed a file', async () => {
    const folder = await temporaryFolder();
    const store = openLocalStore(folder);
    for (const path of ['a/1.js', 'a/2.js']) await store.createIfAbsent(path, old);
    await store.remove('a/1.js');
    expect(await readdir(join(folder, 'a'))).toEqual(['2.js']);
    await store.remove('a/2.js');
    expect(await readdir(folder)).toEqual(['.linkspan']);
  });

  it('tells what the file system says', async () => {
    const folder = await temporaryFolder();
    await writeFile(join(folder, 'file'), '');
    const store = openLocalStore(join(folder, 'file'));
    await expect(store.createIfAbsent('a.js', old)).rejects.toMatchObject({
      code: 'store/failed',
      message: expect.stringContaining('ENOTDIR'),
    });
  });

  it.each(['EACCES', 'EPERM', 'EROFS'])(
    'tells that it may not write, which the system calls %s',
    async (code) => {
      const link = () => Promise.reject(Object.assign(new Error(`${code}: no`), { code }));
      const store = openLocalStore(await temporaryFolder(), { disk: { ...files, link } });
      const attempt = store.createIfAbsent('a.js', old);
      await expect(attempt).rejects.toMatchObject({
        code: 'store/refused',
        message: expect.stringContaining(`: ${code}: no.`),
      });
    },
  );

  it('waits while another process replaces the same version, and names the file to remove if that was stopped', async () => {
    const folder = await temporaryFolder();
    const tag = await openLocalStore(folder).createIfAbsent('a.js', old);
    const disk = { ...files, rename: () => Promise.reject(new Error('stopped')), rm: async () => {} };
    await expect(
      openLocalStore(folder, { disk }).replaceIfUnchanged('a.js', next, tag),
    ).rejects.toMatchObject({ code: 'store/failed' });
    let waitedMs = 0;
    const pause = async (delayMs: number) => {
      waitedMs += delayMs;
    };
    const store = openLocalStore(folder, { pause });
    const replace = () => store.replaceIfUnchanged('a.js', next, tag);
    const error = await replace().catch((one) => one);
    expect(error).toMatchObject({ code: 'store/busy' });
    expect(waitedMs).toBeGreaterThan(1_000);
    expect((await store.read('a.js'))?.bytes).toEqual(new Uint8Array(old));
    const [, holder = ''] = /^a\.js is being written by someone else \((.*?)\)/.exec(error.message) ?? [];
    await rm(holder);
    await replace();
    expect((await store.read('a.js'))?.bytes).toEqual(new Uint8Array(next));
  });

  it('tells who waited what is there, once the other has replaced it', async () => {
    const folder = await temporaryFolder();
    const store = openLocalStore(folder);
    const tag = await store.createIfAbsent('a.js', old);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    const rename = async (from: string, to: string) => {
      await held;
      await files.rename(from, to);
    };
    const slow = openLocalStore(folder, { disk: { ...files, rename: rename as typeof files.rename } });
    const first = slow.replaceIfUnchanged('a.js', next, tag);
    await vi.waitUntil(async () =>
      (await readdir(join(folder, '.linkspan/parts'))).some((one) => one.startsWith('claim')),
    );
    const pause = async () => {
      letGo();
      await first;
    };
    const second = openLocalStore(folder, { pause });
    await expect(second.replaceIfUnchanged('a.js', Buffer.from('third'), tag)).rejects.toMatchObject({
      code: 'store/changed',
      now: { bytes: new Uint8Array(next) },
    });
  });
});
