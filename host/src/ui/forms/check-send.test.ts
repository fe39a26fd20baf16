import type { Settled } from '@linkspan/contract';
import { describe, expect, it } from 'vitest';
import type { Entry, SentEntry } from '../../ledger/entry.ts';
import { signing, submitted, toSending } from '../../testing/facts.ts';
import { outcomes } from '../../testing/fake-ledger.ts';
import { isSameAddress } from '../texts/address.ts';
import { listRecipients } from './check-send.ts';

const sent: Settled = { state: 'sent', transaction: '0x1' };

function toEntry(to: string, outcome: Settled = sent, account = 'eip155:1:0xa'): SentEntry {
  return { ...submitted, outcome, intent: toSending(account as 'eip155:1:0xa', to, '1') };
}

const list = (...activity: readonly Entry[]) => listRecipients(activity, 'evm', 'eip155:1', ['eip155:1:0xa']);

it('lists each recipient once, the latest first', () => {
  expect(list(toEntry('0xC'), toEntry('0xb'), toEntry('0xc'), toEntry('0xd'))).toEqual(['0xC', '0xb', '0xd']);
});

it('lists no recipient of another network or family, and none of a signature', () => {
  const signed: Entry = {
    ...{ kind: 'signed', id: 'a', family: 'evm', at: 1 },
    intent: signing,
    signed: { account: 'eip155:1:0xa', message: 'Hello', scheme: 'eip191', signature: '0x1' },
  };
  const elsewhere = toEntry('0xb', sent, 'eip155:10:0xa');
  expect(list(signed, elsewhere, { ...toEntry('0xb'), family: 'other' })).toEqual([]);
});

it('lists no contract that the application has called, and the recipient of coins that it has sent', () => {
  const account = 'eip155:1:0xa' as const;
  const call = { account, method: 'eth_sendTransaction', asksFor: 'transaction' } as const;
  const toCall = (to: string, is: 'function' | 'recipient'): SentEntry => ({
    ...toEntry(to),
    intent: { ...call, moves: { to, amount: '1' }, lines: [{ is, value: to }] },
  });
  expect(list(toCall('0xc', 'function'), toCall('0xb', 'recipient'))).toEqual(['0xb']);
});

it('lists only recipients of certain sends', () => {
  const listed = outcomes
    .map(([outcome]) => outcome)
    .filter((outcome) => list(toEntry('0xb', outcome)).length > 0);
  expect(new Set(listed.map(({ state }) => state))).toEqual(new Set(['sent', 'landed']));
  expect(JSON.stringify(listed)).not.toContain('not-as-asked');
});

describe('a send of an earlier page', () => {
  const asAsked: Settled = {
    ...{ state: 'landed', transaction: '0x1', isFinal: true },
    comparison: { result: 'as-asked' },
  };
  const earlier = { ...toEntry('0xb', asAsked), isEarlier: true };

  it('makes a recipient known once the chain has shown it', () => {
    expect(list(earlier)).toEqual(['0xb']);
    expect(list({ ...earlier, checked: 'no' }, { ...earlier, checked: 'absent' })).toEqual([]);
  });

  it.each<[string, Settled]>([
    ['not confirmed', sent],
    ['not compared', { state: 'landed', transaction: '0x1', isFinal: true }],
  ])('makes none known if it is %s', (_, outcome) => {
    expect(list({ ...earlier, outcome })).toEqual([]);
  });

  it('makes none known if somebody else has paid', () => {
    const entry = { ...toEntry('0xb', asAsked, 'eip155:1:0xc'), isEarlier: true };
    expect(list(entry)).toEqual([]);
  });
});

it.each([
  ['0xAb', '0xaB', true],
  ['0xab', '0xac', false],
  ['pier.near', 'pier.near', true],
  ['So1A', 'so1a', false],
])('%s and %s are the same address: %s', (one, other, isSame) => {
  expect(isSameAddress(one, other)).toBe(isSame);
});
