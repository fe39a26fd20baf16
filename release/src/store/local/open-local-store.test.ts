import { once } from 'node:events';
import * as files from 'node:fs/promises';
import { mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeStore } from '../../testing/describe-store.ts';
import { bundleChild, runChild } from '../../testing/run-child.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { liveHeaders } from '../headers.ts';
import { openLocalStore } from './open-local-store.ts';

const shared = join(tmpdir(), `linkspan-local-${process.pid}`);
beforeAll(() => mkdir(shared));
afterAll(() => rm(shared, { recursive: true }));

describeStore('a local store', async () => openLocalStore(shared));

const headers = liveHeaders('live.json');
const old = Buffer.from('old '.repeat(10_000));
const next = Buffer.from('next '.repeat(10_000));

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
      context: { detail: expect.stringContaining('ENOTDIR') },
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
        context: { detail: `${code}: no` },
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
      context: { path: 'a.js', holder: `process ${process.ppid} on ${hostname()}` },
    });
    expect((await store.read('a.js'))?.bytes).toEqual(new Uint8Array(old));
  });
});

describe('twenty processes', () => {
  it('have one winner each round, and lose nothing', { timeout: 120_000 }, async () => {
    const folder = await temporaryFolder();
    const names = Array.from({ length: 20 }, (_, index) => `p${index}`);
    const rounds = process.env.LINKSPAN_LONG === '1' ? 50 : 5;
    await openLocalStore(folder).createIfAbsent('all.json', Buffer.from('[]'), headers);

    const file = await bundleChild('publish-rounds.ts', await temporaryFolder());
    const children = names.map((name) => runChild(file, [folder, name, `${rounds}`]));
    await Promise.all(children.map(({ process: { stdout } }) => stdout && once(stdout, 'readable')));
    for (const child of children) child.process.stdin?.write('go\n');
    const ends = await Promise.all(children.map(({ end }) => end));

    const won = ends.flatMap(({ output }): number[] => JSON.parse(output.split('\n')[1] ?? ''));
    const each = Array.from({ length: rounds }, (_, round) => round);
    expect(won.sort((a, b) => a - b)).toEqual(each);
    const all = JSON.parse(await readFile(join(folder, 'all.json'), 'utf8'));
    expect(all.sort()).toEqual(names.flatMap((name) => each.map((round) => `${name}:${round}`)).sort());
  });
});

describe('a publisher that is killed', () => {
  it.each([
    ['replaces a file', old],
    ['creates one', undefined],
  ])(
    'at whatever step, while it %s, leaves the old or the new, and no lock that blocks',
    { timeout: 120_000 },
    async (_, before) => {
      const file = await bundleChild('crash-at.ts', await temporaryFolder());
      const seen = new Set<string>();
      for (let step = 1; ; step += 1) {
        const { found, isDone } = await crashAt({ file, step, before });
        seen.add(found);
        if (isDone) break;
      }
      const first = before === undefined ? 'nothing' : 'old';
      expect([...seen]).toEqual([first, 'next']);
    },
  );
});

/** Kills a publisher at the step, then publishes as the next one would. */
async function crashAt(crash: {
  readonly file: string;
  readonly step: number;
  readonly before: Buffer | undefined;
}) {
  const { file, step, before } = crash;
  const folder = await temporaryFolder();
  const store = openLocalStore(folder);
  if (before !== undefined) await store.createIfAbsent('live.json', before, headers);
  const { output, signal } = await runChild(file, [folder, 'live.json', next.toString(), `${step}`]).end;
  const isDone = signal === null;
  expect(isDone ? output : signal).toBe(isDone ? `done in ${step - 1}` : 'SIGKILL');

  const now = await store.read('live.json');
  const texts = new Map([
    [old.toString(), 'old'],
    [next.toString(), 'next'],
    ['', 'nothing'],
  ]);
  const found = texts.get(Buffer.from(now?.bytes ?? []).toString()) ?? 'a part';
  const begun = performance.now();
  const last = Buffer.from('last');
  if (now === undefined) await store.createIfAbsent('live.json', last, headers);
  else await store.replaceIfUnchanged('live.json', last, now.tag, headers);
  expect(performance.now() - begun).toBeLessThan(2_000);
  return { found, isDone };
}
