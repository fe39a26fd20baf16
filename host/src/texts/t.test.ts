import { expect, it } from 'vitest';
import { en } from './en.ts';
import { t } from './t.ts';

it('fills a text with its values', () => {
  expect(t('card.approve', { wallet: 'Rabby' })).toBe('Approve the request in Rabby');
});

it('does not compile without the values of a text, or with a key that is none', () => {
  // @ts-expect-error the wallet is missing
  expect(t('card.approve')).toContain('{wallet}');
  // @ts-expect-error no such text
  expect(() => t('card.nothing')).toThrow();
});

it('speaks calmly', () => {
  for (const text of Object.values(en)) expect(text).not.toMatch(/!|oops|went wrong/i);
});
