import { describe, expect, it } from 'vitest';
import { type Answer, installFetch } from '../testing/fake-fetch.ts';
import { remoteUrl, toUnsigned } from '../testing/fake-release.ts';
import { loadUnsignedDocument } from './unsigned-document.ts';

const address = `${remoteUrl}live.json`;
const load = (answer: Answer, deadlineMs = 1_000) => {
  const asked = installFetch({ [address]: answer });
  return { asked, loaded: loadUnsignedDocument({ name: 'remote-evm', url: remoteUrl }, deadlineMs) };
};

describe('what a development server says of itself', () => {
  it('is asked for again, without cookies', async () => {
    const { asked, loaded } = load(JSON.stringify(toUnsigned()));
    await expect(loaded).resolves.toEqual(toUnsigned());
    expect(asked[0]).toMatchObject({ url: address, init: { cache: 'no-cache', credentials: 'omit' } });
  });

  it.each([404, 500, new TypeError('Failed to fetch')])('is unreachable after %s', async (answer) => {
    await expect(load(answer).loaded).rejects.toMatchObject({
      code: 'release/unreachable',
      context: { remote: 'remote-evm' },
    });
  });

  it('is unreachable past the deadline', async () => {
    await expect(load('hang', 5).loaded).rejects.toMatchObject({ code: 'release/unreachable' });
  });

  it.each([
    ['no JSON', '<!doctype html>', 'the document'],
    ['too long', ' '.repeat(500_001), 'the document'],
    ['another remote’s', JSON.stringify({ ...toUnsigned(), remote: 'remote-near' }), 'remote'],
    ['null', 'null', 'the value'],
    [
      'without a hash for its entry',
      JSON.stringify(toUnsigned({ entry: 'other.js' })),
      'release.manifest.entry',
    ],
  ])('is malformed where it is %s', async (_, text, place) => {
    await expect(load(text).loaded).rejects.toMatchObject({
      code: 'release/malformed',
      context: { remote: 'remote-evm', place },
    });
  });
});
