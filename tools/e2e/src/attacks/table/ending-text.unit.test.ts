import { expect, it } from 'vitest';
import { refused } from '../attack.ts';
import { toEndingText } from './ending-text.ts';

it('says what a card says, and when', () => {
  expect(toEndingText(refused('release/expired'))).toBe('the card says `release/expired`');
  expect(toEndingText({ by: 'card', code: 'loader/altered', when: 'connected' })).toBe(
    'the card says `loader/altered`, once a wallet is picked',
  );
});

it('says how it ends where a browser cannot even do that', () => {
  const orEnds = { by: 'page', code: 'loader/unenforced' } as const;
  expect(toEndingText({ by: 'card', code: 'loader/altered', when: 'opened', orEnds })).toBe(
    'the card says `loader/altered`; or else no remote is loaded, and every card says `loader/unenforced`',
  );
});
