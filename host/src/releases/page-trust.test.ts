import { toCanonicalJson } from '@linkspan/trust/sign';
import { createHostTeam, createRepository } from '@linkspan/trust/testing';
import { expect, it } from 'vitest';
import { testTime } from '../testing/signed-remote.ts';
import { parsePageTrust } from './page-trust.ts';

const [team, host] = await Promise.all([createRepository('remote-evm', testTime), createHostTeam(testTime)]);
const remote = { name: 'remote-evm', root: team.root, least: 7, copy: '/documents/remote-evm.json' };
const blocklist = { url: 'https://host.example/blocklist.json', keys: host.hostKeys };
const toPlain = (value: unknown) => JSON.parse(new TextDecoder().decode(toCanonicalJson(value)));

it('reads what a deploy writes', () => {
  expect(parsePageTrust(toPlain({ remotes: [remote], blocklist }))).toEqual({ remotes: [remote], blocklist });
  expect(parsePageTrust({ remotes: [] })).toEqual({ remotes: [] });
});

it.each<[string, unknown]>([
  ['trust', undefined],
  ['trust.remotes', {}],
  [
    'trust.remotes[0].root.version',
    { remotes: [{ ...remote, root: { ...toPlain(team.root), version: 0 } }] },
  ],
  ['trust.remotes[0].least', { remotes: [{ ...toPlain(remote), least: -1 }] }],
  ['trust.remotes[0].copy', { remotes: [{ ...toPlain(remote), copy: '//other.example/' }] }],
  ['trust.blocklist.keys.role', { remotes: [], blocklist: { ...blocklist, keys: { keys: {} } } }],
])('refuses a mistake at %s', (place, value) => {
  expect(() => parsePageTrust(value)).toThrow(
    expect.objectContaining({ code: 'config/malformed', context: expect.objectContaining({ place }) }),
  );
});
