import { expect, it } from 'vitest';
import { fakeConfig } from '../../testing/fake-shell.ts';
import type { SentEntry } from '../activity/say-outcome.ts';
import { sayActivity } from './live-region.tsx';

const unknown: SentEntry = {
  kind: 'sent',
  id: 'one',
  family: 'evm',
  at: 1_000,
  intent: { kind: 'send', account: 'eip155:31337:0xa', to: '0xb', amount: '1' },
  outcome: { state: 'unknown' },
  isDismissed: false,
  isEarlier: false,
  isLookedFor: false,
};
const sent: SentEntry = { ...unknown, transaction: '0x1', outcome: { state: 'sent', transaction: '0x1' } };
const say = (before: readonly SentEntry[], now: SentEntry) => sayActivity(fakeConfig.families, before, [now]);

it('says nothing of a send of which nothing is known, and that it was sent once that is known', () => {
  expect(say([], unknown)).toBeUndefined();
  expect(say([unknown], sent)).toBe('Ethereum: submitted.');
  expect(say([sent], sent)).toBeUndefined();
});

it('says that a send waits for the other owners where its wallet has only proposed it', () => {
  const outcome = { state: 'sent', transaction: '0x1', awaits: 'owners' } as const;
  expect(say([unknown], { ...sent, outcome })).toBe('Ethereum: the send waits for the other owners.');
});

it('says nothing of one of an earlier page that is found sent', () => {
  expect(say([{ ...unknown, isEarlier: true }], { ...sent, isEarlier: true })).toBeUndefined();
});
