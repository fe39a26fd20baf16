import { expect, it } from 'vitest';
import { parseRemotes } from './bench-place.ts';

const evm = { family: 'evm', name: 'remote-evm', url: 'http://localhost:4301/' };

it('reads where the remotes of a page are served', () => {
  expect(parseRemotes({ remotes: [evm] })).toEqual([evm]);
});

it.each([
  ['<!doctype html>', 'bench.json must be an object'],
  [{ remotes: [] }, 'remotes must not be empty'],
  [{ remotes: [{ ...evm, family: 'sui' }] }, 'remotes[0].family must be one of evm, solana, near'],
  [{ remotes: [{ ...evm, url: '' }] }, 'remotes[0].url'],
])('refuses %j and names what is wrong', (value, words) => {
  expect(() => parseRemotes(value)).toThrow(words);
});
