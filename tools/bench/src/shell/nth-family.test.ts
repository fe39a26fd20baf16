import { expect, it } from 'vitest';
import { toNth } from './nth-family.ts';

it('takes the families of the house first, and then the same under further names', () => {
  const names = Array.from({ length: 7 }, (_, at) => toNth(at).remote);
  expect(names).toEqual([
    ...['remote-evm', 'remote-solana', 'remote-near'],
    ...['remote-evm-2', 'remote-solana-2', 'remote-near-2'],
    'remote-evm-3',
  ]);
  expect(toNth(5)).toEqual({ like: 2, ending: '-2', remote: 'remote-near-2' });
});
