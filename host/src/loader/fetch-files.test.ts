import { describe, expect, it } from 'vitest';
import { type Answer, installFetch } from '../testing/fake-fetch.ts';
import { remoteUrl, toLive } from '../testing/fake-release.ts';
import { fetchFiles } from './fetch-files.ts';
import { toRelease } from './release.ts';

const folder = `${remoteUrl}releases/1.2.3/`;
const release = toRelease(toLive(), remoteUrl);
const serve = (entry: Answer) => installFetch({ [`${folder}entry.js`]: entry, [`${folder}glue.js`]: '1' });

describe('what a mount needs', () => {
  it('is fetched side by side, each file with its hash', async () => {
    const asked = serve('1');
    await fetchFiles(release, 1_000);
    expect(asked.map(({ url }) => url)).toEqual([`${folder}entry.js`, `${folder}glue.js`]);
    expect(asked[0]?.init).toMatchObject({
      integrity: expect.stringMatching(/^sha384-/),
      credentials: 'omit',
    });
  });

  it('is fetched without hashes in development', async () => {
    const asked = installFetch({ [`${remoteUrl}entry.js`]: '1' });
    const live = toLive({ version: 'dev', files: [], preload: ['entry.js'] }, '');
    await fetchFiles(toRelease(live, remoteUrl), 1_000);
    expect(asked[0]?.init.integrity).toBe('');
  });

  it.each([404, new TypeError('Failed to fetch')])('is unreachable after %s', async (answer) => {
    serve(answer);
    await expect(fetchFiles(release, 1_000)).rejects.toMatchObject({
      code: 'loader/unreachable',
      context: { remote: 'remote-evm', stage: 'connector' },
    });
  });

  it('is late past the deadline', async () => {
    serve('hang');
    await expect(fetchFiles(release, 5)).rejects.toMatchObject({ code: 'loader/timeout' });
  });
});
