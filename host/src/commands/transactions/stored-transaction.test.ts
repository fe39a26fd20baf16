import { Malformed, type Settled } from '@linkspan/contract';
import { describe, expect, it } from 'vitest';
import { outcomes, toStoredTransaction } from '../../testing/kept-sends.ts';
import { isFinal, merge, parseStoredTransaction } from './stored-transaction.ts';

const read = (value: unknown) => parseStoredTransaction(JSON.parse(JSON.stringify(value)), '');

describe('a kept send', () => {
  it.each(outcomes)('is read back as it was written: %j', (outcome) => {
    const send = toStoredTransaction({ outcome, transaction: '0x1' });
    expect(read(send)).toEqual(send);
  });

  it('is read back without what it need not have', () => {
    const { note: _, ...send } = toStoredTransaction();
    expect(read(send)).toEqual(send);
  });

  it.each<[string, object]>([
    ['of an older form', { outcome: undefined, state: 'sent' }],
    ['with an outcome that is none', { outcome: { state: 'gone' } }],
    ['with an account that is none', { intent: { ...toStoredTransaction().intent, account: '0xa' } }],
    ['with an amount that is no number', { intent: { ...toStoredTransaction().intent, amount: '-5' } }],
    ['of another intent', { intent: { kind: 'message', account: 'eip155:1:0xa', text: 'a' } }],
    ['with an id that is no name of a key', { id: '../../a' }],
    ['with a time that is none', { at: 'today' }],
    ['with a note that is too long', { note: 'x'.repeat(1_001) }],
    ['with a field of another page', { colour: 'red' }],
  ])('is refused %s', (_, change) => {
    expect(() => read({ ...toStoredTransaction(), ...change })).toThrow(Malformed);
  });

  it.each([null, 7, 'text', [], {}])('is nothing like %j', (value) => {
    expect(() => read(value)).toThrow(Malformed);
  });
});

describe('an outcome', () => {
  it.each(outcomes)('%j is final: %s', (outcome, known) => {
    expect(isFinal(outcome)).toBe(known);
  });
});

describe('what two pages have learned', () => {
  const sent: Settled = { state: 'sent', transaction: '0x1' };
  const landed: Settled = { state: 'landed', transaction: '0x1', isFinal: false };
  const expired: Settled = { state: 'expired' };
  const of = (outcome: Settled, learnedAt: number) => toStoredTransaction({ outcome, learnedAt });

  it.each<[Settled, Settled, Settled]>([
    [sent, landed, landed],
    // A reorganisation has taken it back.
    [landed, sent, sent],
    [expired, sent, expired],
    [sent, expired, expired],
  ])('of %j, then %j, is %j, whichever is read first', (earlier, later, known) => {
    const [one, other] = [of(earlier, 1), of(later, 2)];
    expect(merge(one, other).outcome).toEqual(known);
    expect(merge(other, one).outcome).toEqual(known);
  });

  it('is all that either knows', () => {
    const one = { ...of(sent, 1), transaction: '0x1', isDismissed: true };
    const other = { ...of(landed, 2), note: 'more' };
    for (const merged of [merge(one, other), merge(other, one)])
      expect(merged).toMatchObject({ transaction: '0x1', note: 'more', isDismissed: true });
  });
});
