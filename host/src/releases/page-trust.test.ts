import { toCanonicalJson } from '@linkspan/trust/sign';
import { createRepository } from '@linkspan/trust/testing';
import { expect, it } from 'vitest';
import { testTime } from '../testing/signed-remote.ts';
import { readPageTrust } from './page-trust.ts';

const team = await createRepository('remote-evm', testTime);
const remote = { name: 'remote-evm', root: team.root, least: 7, copy: '/documents/remote-evm.json' };
const blocklist = { version: 3, blocked: [] };
const sanitize = (value: unknown) => JSON.parse(new TextDecoder().decode(toCanonicalJson(value)));

it('reads what a deploy writes', () => {
  expect(readPageTrust(sanitize({ remotes: [remote], pinned: [], blocklist }))).toEqual({
    remotes: [remote],
    pinned: [],
    blocklist,
  });
});

it('refuses keys that are none', () => {
  const [id = ''] = Object.keys(team.root.keys);
  const root = sanitize(team.root);
  root.keys[id].public = 'AA==';
  expect(() => readPageTrust({ remotes: [{ ...remote, root }], pinned: [], blocklist })).toThrow(
    `trust.${id}.public should be base64`,
  );
});
