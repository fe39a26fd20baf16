import { toCanonicalJson } from '@linkspan/trust/sign';
import { createHostTeam, createRepository, toInstant } from '@linkspan/trust/testing';
import { expect, it } from 'vitest';
import { testTime } from '../testing/signed-remote.ts';
import { readPageTrust } from './page-trust.ts';

const [team, host] = await Promise.all([createRepository('remote-evm', testTime), createHostTeam(testTime)]);
const remote = { name: 'remote-evm', root: team.root, least: 7, copy: '/documents/remote-evm.json' };
const known = { version: 3, expiresAt: toInstant(testTime, 14), blocked: [] };
const blocklist = { url: 'https://host.example/blocklist.json', keys: host.hostKeys, known };
const sanitize = (value: unknown) => JSON.parse(new TextDecoder().decode(toCanonicalJson(value)));

it('reads what a deploy writes', () => {
  expect(readPageTrust(sanitize({ remotes: [remote], blocklist }))).toEqual({ remotes: [remote], blocklist });
  expect(readPageTrust({ remotes: [] })).toEqual({ remotes: [] });
});

it('refuses keys that are none', () => {
  const [id = ''] = Object.keys(team.root.keys);
  const root = sanitize(team.root);
  root.keys[id].public = 'AA==';
  expect(() => readPageTrust({ remotes: [{ ...remote, root }] })).toThrow(
    `trust.${id}.public should be base64`,
  );
});
