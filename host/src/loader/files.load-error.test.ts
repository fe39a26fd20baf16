import { createHash } from 'node:crypto';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Answer, installFetch } from '../testing/fake-fetch.ts';
import { createFakeRelease, remoteUrl } from '../testing/fake-release.ts';
import { toLoadError } from './files.ts';

const context = { remote: 'remote-evm', stage: 'connector' };
const integrity = `sha384-${createHash('sha384').update('as released').digest('base64')}`;
const files = ['entry.js', 'glue.js'].map((path) => ({ path, bytes: 11, integrity }));
const release = createFakeRelease({ files, discovery: 'entry.js' });
const folder = `${remoteUrl}releases/1.2.3/`;

let asked: ReturnType<typeof installFetch>;

/** The files that the browser is to keep as they come now, in order of name: they are looked into side by side. */
const listRenewed = () =>
  asked
    .filter(({ init }) => init.cache === 'reload')
    .map(({ url }) => url)
    .sort();

async function diagnose(glue: Answer) {
  asked = installFetch({ [`${folder}entry.js`]: 'as released', [`${folder}glue.js`]: glue });
  return toLoadError(release, ['entry.js', 'glue.js'], context, new Error('the cause'));
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
