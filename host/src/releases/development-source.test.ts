import { afterEach, expect, it, vi } from 'vitest';
import type { FamilyConfig } from '../config.ts';
import { type Answer, installFetch } from '../testing/fake-fetch.ts';
import { remoteUrl, toUnsigned } from '../testing/fake-release.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { developmentSource } from './development-source.ts';

const first = fakeConfig.families[0] as FamilyConfig;
const family = { ...first, remote: { ...first.remote, url: remoteUrl } };

const load = (answer: Answer) => {
  const asked = installFetch({ [`${remoteUrl}live.json`]: answer });
  return { asked, loaded: developmentSource.load({ family }) };
};

afterEach(() => void vi.useRealTimers());

it('loads the release that a development server describes, and asks again each time', async () => {
  const { asked, loaded } = load(JSON.stringify(toUnsigned()));
  const { manifest } = toUnsigned().release;
  await expect(loaded).resolves.toMatchObject({ id: 'unsigned', manifest: { entry: manifest.entry } });
  expect((await loaded).addressOf('a.js')).toBe(`${remoteUrl}releases/1.2.3/a.js`);
  expect(asked[0]?.init.cache).toBe('no-cache');
});

it.each([404, 500, new TypeError('Failed to fetch')])('is unreachable after %s', async (answer) => {
  const context = { remote: 'remote-evm' };
  await expect(load(answer).loaded).rejects.toMatchObject({ code: 'release/unreachable', context });
});

it('is unreachable past the deadline', async () => {
  vi.useFakeTimers();
  const code = load('hang').loaded.catch((error: { code: string }) => error.code);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await code).toBe('release/unreachable');
});

it.each([
  ['no JSON', 'no JSON', 'the document'],
  ['another remote’s', JSON.stringify({ ...toUnsigned(), remote: 'remote-near' }), 'remote'],
  [
    'without a hash for its entry',
    JSON.stringify(toUnsigned({ entry: 'other.js' })),
    'release.manifest.entry',
  ],
])('refuses a document that is %s', async (_, text, place) => {
  const context = { remote: 'remote-evm', place };
  await expect(load(text).loaded).rejects.toMatchObject({ code: 'release/malformed', context });
});
