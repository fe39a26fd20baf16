import { expect, it } from 'vitest';
import { dropOlder } from './storage.ts';

it('drops what a former version has stored, and nothing of this one, of a later one, or of others', () => {
  for (const key of ['linkspan:0:connection:evm', 'linkspan:0:release:a', 'linkspan:1:connection:evm'])
    localStorage.setItem(key, 'x');
  for (const key of ['linkspan:2:connection:evm', 'linkspan:try', 'practice-wallet:evm', '0:linkspan:0:'])
    localStorage.setItem(key, 'x');
  dropOlder();
  expect(Object.keys(localStorage).sort()).toEqual([
    '0:linkspan:0:',
    'linkspan:1:connection:evm',
    'linkspan:2:connection:evm',
    'linkspan:try',
    'practice-wallet:evm',
  ]);
});
