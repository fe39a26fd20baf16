import { expect, it } from 'vitest';
import { toList } from './format.ts';

it('lists words without a comma before the last one', () => {
  expect(toList(['Ethereum'])).toBe('Ethereum');
  expect(toList(['Ethereum', 'Solana', 'NEAR'])).toBe('Ethereum, Solana and NEAR');
});
