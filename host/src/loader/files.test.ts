import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Answer, installFetch } from '../testing/fake-fetch.ts';
import { createFakeRelease, remoteUrl } from '../testing/fake-release.ts';
import { createFetchCode, fetchFiles, toLoadError } from './files.ts';

const folder = `${remoteUrl}releases/1.2.3/`;
const release = createFakeRelease();
const wanted = { stage: 'connector', paths: release.manifest.preload } as const;
const { signal } = new AbortController();
const serve = (entry: Answer) => installFetch({ [`${folder}entry.js`]: entry, [`${folder}glue.js`]: '1' });

describe('what a mount needs', () => {
  it('is fetched side by side', async () => {
    const asked = serve('1');
    await fetchFiles(release, wanted, signal);
    expect(asked.map(({ url }) => url)).toEqual([`${folder}entry.js`, `${folder}glue.js`]);
  });

  it.each(['2', '11', ''])(
    'is altered where a file has other bytes than were released: %j',
    async (entry) => {
      serve(entry);
      await expect(fetchFiles(release, wanted, signal)).rejects.toMatchObject({ code: 'loader/altered' });
    },
  );

  it('is read no further than it was released, however much a server sends, also to find out why', async () => {
    let sent = 0;
    let cancelled = 0;
    const endless = () =>
      new ReadableStream({
        pull(controller) {
          sent += 1;
          controller.enqueue(new Uint8Array(65_536));
        },
        cancel() {
          cancelled += 1;
        },
      });
    vi.stubGlobal('fetch', async () => new Response(endless()));
    await expect(fetchFiles(release, wanted, signal)).rejects.toMatchObject({ code: 'loader/altered' });
    // Two files, each fetched and looked into once.
    expect(cancelled).toBe(4);
    expect(sent).toBeLessThanOrEqual(12);
  });

  it('is fetched without hashes in development', async () => {
    installFetch({ [`${remoteUrl}entry.js`]: '1' });
    const unhashed = createFakeRelease({ version: 'dev', files: [] }, '');
    await fetchFiles(unhashed, { ...wanted, paths: ['entry.js'] }, signal);
  });

  it.each([404, new TypeError('Failed to fetch')])('is unreachable after %s', async (answer) => {
    serve(answer);
    await expect(fetchFiles(release, wanted, signal)).rejects.toMatchObject({
      code: 'loader/unreachable',
      context: { remote: 'remote-evm', stage: 'connector' },
    });
  });
});

const context = { remote: 'remote-evm', stage: 'connector' };
const integrity = `sha384-${createHash('sha384').update('as released').digest('base64')}`;
const files = ['entry.js', 'glue.js'].map((path) => ({ path, bytes: 11, integrity }));
const diagnosed = createFakeRelease({ files, discovery: 'entry.js' });

let asked: ReturnType<typeof installFetch>;

/** The files that the browser is to keep as they come now, in order of name: they are looked into side by side. */
const listRenewed = () =>
  asked
    .filter(({ init }) => init.cache === 'reload')
    .map(({ url }) => url)
    .sort();

async function diagnose(glue: Answer) {
  asked = installFetch({ [`${folder}entry.js`]: 'as released', [`${folder}glue.js`]: glue });
  return toLoadError(diagnosed, ['entry.js', 'glue.js'], context, new Error('the cause'));
}

describe('why files could not be loaded', () => {
  it('is that one was altered, where the server sends other bytes than were released', async () => {
    expect(await diagnose('as altered')).toMatchObject({ code: 'loader/altered', context });
  });

  it('is that a web page came in place of one, as from a network that asks people to sign in', async () => {
    expect(await diagnose('\n  <!doctype html><title>Welcome</title>')).toMatchObject({
      code: 'loader/portal',
      context,
    });
  });

  it('is looked into for three seconds at most', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const diagnosed = diagnose('hang');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await diagnosed).toMatchObject({ code: 'loader/unreachable' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([404, new TypeError('Failed to fetch')])(
    'is that one cannot be reached, after %s',
    async (answer) => {
      expect(await diagnose(answer)).toMatchObject({ code: 'loader/unreachable', context });
    },
  );

  it('is that one could not be reached before, where all are as they were released', async () => {
    expect(await diagnose('as released')).toMatchObject({ code: 'loader/unreachable' });
  });

  it('lets the browser keep what the server sends, where that is what was released', async () => {
    await diagnose('as altered');
    expect(listRenewed()).toEqual([`${folder}entry.js`]);
    await diagnose('<!doctype html>');
    expect(listRenewed()).toEqual([`${folder}entry.js`]);
    await diagnose('as released');
    expect(listRenewed()).toEqual([`${folder}entry.js`, `${folder}glue.js`]);
  });

  it('keeps the cause', async () => {
    expect((await diagnose(404)).cause).toEqual(new Error('the cause'));
  });
});

describe('files that are imported on demand', () => {
  const one = `sha384-${createHash('sha384').update('1').digest('base64')}`;
  const names = ['sign-BMc3_pHM.js', 'late-sign-CAHQmBn-.js', 'settle-Buy5UcFU.js', 'sign.css'];
  const lazy = createFakeRelease({ files: names.map((path) => ({ path, bytes: 1, integrity: one })) });
  const address = `${folder}sign-BMc3_pHM.js`;

  it('are fetched by the names of their modules, once', async () => {
    const asked = installFetch({ [address]: '1', [`${folder}settle-Buy5UcFU.js`]: '1' });
    const fetchCode = createFetchCode({}, lazy, 'connector');
    await fetchCode(['sign', 'settle']);
    await fetchCode(['sign']);
    expect(asked.map(({ url }) => url)).toEqual([address, `${folder}settle-Buy5UcFU.js`]);
  });

  it.each<[Answer, string]>([
    [new TypeError('Failed to fetch'), 'loader/unreachable'],
    [503, 'loader/unreachable'],
    ['2', 'loader/altered'],
    ['<!doctype html>', 'loader/portal'],
  ])('are told after %j, and come by the next call', async (answer, code) => {
    const fetchCode = createFetchCode({}, lazy, 'discovery');
    installFetch({ [address]: answer });
    await expect(fetchCode(['sign'])).rejects.toMatchObject({ code, context: { stage: 'discovery' } });
    installFetch({ [address]: '1' });
    await fetchCode(['sign']);
  });

  it('are waited for no longer than a remote waits', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    installFetch({ [address]: 'hang' });
    const fetching = createFetchCode({}, lazy, 'connector')(['sign']).catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await fetching).toMatchObject({ code: 'loader/timeout' });
  });

  it('are left to the browser where a release lists no such file, as in development', async () => {
    const asked = installFetch({});
    await createFetchCode({}, lazy, 'connector')(['constructor', '', 'other']);
    expect(asked).toEqual([]);
  });
});
