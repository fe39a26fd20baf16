import { expect, it } from 'vitest';
import type { SentEntry } from '../../ledger/entry.ts';
import { submitted } from '../../testing/facts.ts';
import { fakeConfig } from '../../testing/fake-shell.ts';
import { sayActivity } from './live-region.tsx';

const unknown: SentEntry = { ...submitted, outcome: { state: 'unknown' } };
const say = (before: readonly SentEntry[], now: SentEntry) => sayActivity(fakeConfig.families, before, [now]);

it('says nothing of a send of which nothing is known, and that it was sent once that is known', () => {
  expect(say([], unknown)).toBeUndefined();
  expect(say([unknown], submitted)).toBe('Ethereum: submitted.');
  expect(say([submitted], submitted)).toBeUndefined();
});

it('says that a proposed send waits for the other owners', () => {
  const outcome = { state: 'sent', transaction: '0x1', awaits: 'owners' } as const;
  expect(say([unknown], { ...submitted, outcome })).toBe('Ethereum: the send waits for the other owners.');
});

it('says nothing of one of an earlier page that is found sent', () => {
  expect(say([{ ...unknown, isEarlier: true }], { ...submitted, isEarlier: true })).toBeUndefined();
});
