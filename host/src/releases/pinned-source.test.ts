import { LinkspanError } from '@linkspan/contract';
import type { Blocklist } from '@linkspan/trust';
import { beforeEach, expect, it } from 'vitest';
import type { FamilyConfig } from '../config.ts';
import { toUnsigned } from '../testing/fake-release.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { createPinnedSource } from './pinned-source.ts';

const first = fakeConfig.families[0] as FamilyConfig;
const family = { ...first, remote: { ...first.remote, url: '/assets/linkspan/remote-evm/' } };
const { manifest } = toUnsigned().release;
const pinned = { package: '@linkspan/remote-evm', id: 'a'.repeat(64), path: '1.2.3-aaaa/', manifest };

let list: Blocklist;
const open = () =>
  createPinnedSource([pinned], { blocklist: async () => list, base: 'https://page.example/below/' });

beforeEach(() => {
  list = { version: 1, blocked: [] };
});

it('answers with the release that came with the page, under the page’s origin', async () => {
  const release = await open().load({ family });
  expect(release.ref).toEqual({ remote: 'remote-evm', version: '1.2.3', package: '@linkspan/remote-evm' });
  expect(release.addressOf('entry.js')).toBe(
    'https://page.example/assets/linkspan/remote-evm/1.2.3-aaaa/entry.js',
  );
});

it.each([{ version: '1.2.3' }, { manifest: pinned.id }])(
  'does not answer with a release that the block list has: %j',
  async (named) => {
    list = { version: 2, blocked: [{ remote: 'remote-evm', reason: 'faulty', ...named }] };
    const refused = { code: 'release/blocked', context: { reason: 'faulty' } };
    await expect(open().load({ family })).rejects.toMatchObject(refused);
  },
);

it('stops an open page once the block list has its release', async () => {
  const source = open();
  const release = await source.load({ family });
  const checks = source.open(family);
  expect(await checks?.check(release, 1_000)).toEqual({ status: { state: 'current' } });
  list = { version: 2, blocked: [{ remote: 'remote-evm', version: '1.2.3', reason: 'faulty' }] };
  expect(await checks?.check(release, 1_000)).toMatchObject({
    status: { state: 'stopped', failure: { code: 'release/blocked' } },
  });
});

it('has no release of a remote that no package came with', async () => {
  const other = { ...family, remote: { ...family.remote, name: 'remote-tron' } };
  await expect(open().load({ family: other })).rejects.toEqual(
    new LinkspanError('release/unreachable', { remote: 'remote-tron' }),
  );
});
