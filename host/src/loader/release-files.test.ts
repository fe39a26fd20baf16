import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Answer, installFetch } from '../testing/fake-fetch.ts';
import { createFakeMakers } from '../testing/fake-makers.ts';
import { createFakeRelease, remoteUrl } from '../testing/fake-release.ts';
import { createReleaseFiles } from './release-files.ts';

const folder = `${remoteUrl}releases/1.2.3/`;
const text = '{"tide": "high"}';
const integrity = `sha384-${createHash('sha384').update(text).digest('base64')}`;
const listed = ['tides.json', 'dark.css', 'sum.wasm', 'count.js'];
const files = ['entry.js', ...listed].map((path) => ({ path, bytes: text.length, integrity }));
const release = createFakeRelease({ files, entry: 'entry.js' });
const sharedModules = (allow?: readonly ('worker' | 'wasm')[]) =>
  createReleaseFiles(release, allow, createFakeMakers());
const serve = (answer: Answer) =>
  installFetch(Object.fromEntries(listed.map((path) => [`${folder}${path}`, answer])));

beforeEach(() => void serve(text));

describe('the files of a release', () => {
  it('are made of bytes that were fetched against their hash, without credentials', async () => {
    const asked = serve(text);
    expect(await sharedModules().json('tides.json')).toEqual({ tide: 'high' });
    expect(asked).toMatchObject([{ url: `${folder}tides.json` }]);
  });

  it('are made into what they are asked for as', async () => {
    const { style, wasm, worker } = sharedModules(['worker', 'wasm']);
    const made = [await style('dark.css'), await wasm('sum.wasm'), await worker('count.js')];
    expect(made).toEqual([`style ${text}`, `wasm ${text}`, `worker ${text}`]);
  });

  it.each(['other.json', '../live.json', 'tides.json?again', './tides.json', ''])(
    'are those that the manifest lists, so %j is not asked for',
    async (path) => {
      const asked = serve(text);
      await expect(sharedModules().json(path)).rejects.toMatchObject({
        code: 'loader/unlisted',
        context: { remote: 'remote-evm', path },
      });
      expect(asked).toEqual([]);
    },
  );

  it('are refused where the server sends other bytes than were released', async () => {
    serve('other bytes');
    await expect(sharedModules().json('tides.json')).rejects.toMatchObject({
      code: 'loader/altered',
      context: { remote: 'remote-evm', stage: 'file' },
    });
  });

  it('can be asked for again where they did not come', async () => {
    serve(503);
    const { json } = sharedModules();
    await expect(json('tides.json')).rejects.toMatchObject({ code: 'loader/unreachable' });
    serve(text);
    expect(await json('tides.json')).toEqual({ tide: 'high' });
  });

  it('are not waited for longer than the deadline', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    serve('hang');
    const late = expect(sharedModules().json('tides.json')).rejects.toMatchObject({ code: 'loader/timeout' });
    await vi.advanceTimersByTimeAsync(20_000);
    await late;
  });

  it('say so where they are not what they are asked for as', async () => {
    const bytes = 'no JSON';
    installFetch({ [`${folder}tides.json`]: bytes });
    const own = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
    const wrong = createFakeRelease({
      files: [{ path: 'tides.json', bytes: bytes.length, integrity: own }],
    });
    await expect(
      createReleaseFiles(wrong, undefined, createFakeMakers()).json('tides.json'),
    ).rejects.toMatchObject({
      code: 'loader/unreadable',
      context: { remote: 'remote-evm', path: 'tides.json' },
    });
  });

  it.each(['worker', 'wasm'] as const)('make no %s where the page does not allow it', async (needs) => {
    const asked = serve(text);
    const other = needs === 'worker' ? 'wasm' : 'worker';
    await expect(sharedModules([other])[needs]('count.js')).rejects.toMatchObject({
      code: 'loader/not-allowed',
      context: { remote: 'remote-evm', needs },
    });
    expect(asked).toEqual([]);
  });

  it('cannot be given other functions by whoever holds them', () => {
    expect(Object.isFrozen(sharedModules())).toBe(true);
  });

  it('are taken as they come in development, where nothing is listed', async () => {
    installFetch({ [`${remoteUrl}tides.json`]: text });
    const development = createFakeRelease({ version: 'dev', files: [] }, '');
    const { json } = createReleaseFiles(development, undefined, createFakeMakers());
    expect(await json('tides.json')).toEqual({ tide: 'high' });
  });
});
