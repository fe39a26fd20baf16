import { describe, expect, it, vi } from 'vitest';
import { type Answer, installFetch } from '../testing/fake-fetch.ts';
import { createFakeRelease, remoteUrl } from '../testing/fake-release.ts';
import { fetchFiles } from './files.ts';

const folder = `${remoteUrl}releases/1.2.3/`;
const release = createFakeRelease();
const wanted = { stage: 'connector', paths: release.manifest.preload, deadlineMs: 1_000 } as const;
const serve = (entry: Answer) => installFetch({ [`${folder}entry.js`]: entry, [`${folder}glue.js`]: '1' });

describe('what a mount needs', () => {
  it('is fetched side by side', async () => {
    const asked = serve('1');
    await fetchFiles(release, wanted);
    expect(asked.map(({ url }) => url)).toEqual([`${folder}entry.js`, `${folder}glue.js`]);
  });

  it.each(['2', '11', ''])(
    'is altered where a file has other bytes than were released: %j',
    async (entry) => {
      serve(entry);
      await expect(fetchFiles(release, wanted)).rejects.toMatchObject({ code: 'loader/altered' });
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
    await expect(fetchFiles(release, wanted)).rejects.toMatchObject({ code: 'loader/altered' });
    // Two files, each fetched and looked into once.
    expect(cancelled).toBe(4);
    expect(sent).toBeLessThanOrEqual(12);
  });

  it('is fetched without hashes in development', async () => {
    installFetch({ [`${remoteUrl}entry.js`]: '1' });
    const unhashed = createFakeRelease({ version: 'dev', files: [] }, '');
    const [bytes] = await fetchFiles(unhashed, { ...wanted, paths: ['entry.js'] });
    expect(bytes?.byteLength).toBe(1);
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
