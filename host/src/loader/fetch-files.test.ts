import { describe, expect, it } from 'vitest';
import { type Answer, installFetch } from '../testing/fake-fetch.ts';
import { createFakeRelease, remoteUrl } from '../testing/fake-release.ts';
import { fetchFiles } from './fetch-files.ts';

const folder = `${remoteUrl}releases/1.2.3/`;
const release = createFakeRelease();
const wanted = { stage: 'connector', paths: release.manifest.preload, deadlineMs: 1_000 } as const;
const serve = (entry: Answer) => installFetch({ [`${folder}entry.js`]: entry, [`${folder}glue.js`]: '1' });

describe('what a mount needs', () => {
  it('is fetched side by side, each file with its hash', async () => {
    const asked = serve('1');
    await fetchFiles(release, wanted);
    expect(asked.map(({ url }) => url)).toEqual([`${folder}entry.js`, `${folder}glue.js`]);
    expect(asked[0]?.init).toMatchObject({
      integrity: expect.stringMatching(/^sha384-/),
    });
  });

  it('is fetched without hashes in development', async () => {
    const asked = installFetch({ [`${remoteUrl}entry.js`]: '1' });
    const unhashed = createFakeRelease({ version: 'dev', files: [] }, '');
    await fetchFiles(unhashed, { ...wanted, paths: ['entry.js'] });
    expect(asked[0]?.init.integrity).toBe('');
  });

  it.each([404, new TypeError('Failed to fetch')])('is unreachable after %s', async (answer) => {
    serve(answer);
    await expect(fetchFiles(release, wanted)).rejects.toMatchObject({
      code: 'loader/unreachable',
      context: { remote: 'remote-evm', stage: 'connector' },
    });
  });

  it('is late past the deadline', async () => {
    serve('hang');
    await expect(fetchFiles(release, { ...wanted, deadlineMs: 5 })).rejects.toMatchObject({
      code: 'loader/timeout',
    });
  });
});
