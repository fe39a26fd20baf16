import { createStore } from '@linkspan/store';
import { beforeEach, describe, expect, it } from 'vitest';
import { account, sending, signing } from '../testing/facts.ts';
import { carryOut, createFakeSends } from '../testing/fake-sends.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import { listWritable } from '../testing/list-writable.ts';
import { type ActivityLog, createActivityLog } from './activity.ts';
import type { Transactions } from './transactions.ts';

const signed = {
  intent: signing,
  signed: { account, message: 'Ahoy', scheme: 'eip191', signature: '0x1' },
} as const;

let now: number;
let transactions: Transactions;
let log: ActivityLog;
const ids = () => log.entries.get().map(({ id }) => id);

beforeEach(() => {
  now = 0;
  transactions = createFakeSends(createStore(fakeConfig.families).view, () => 'send');
  log = createActivityLog({ transactions, now: () => now, newId: () => `signing-${now}` });
});

describe('the activity', () => {
  it('has the newest first, and forgets the oldest', () => {
    for (now = 1; now <= 60; now++) log.add('evm', signed);
    const entries = log.entries.get();
    expect(entries).toHaveLength(50);
    expect(entries[0]).toMatchObject({ id: 'signing-60', at: 60, family: 'evm', kind: 'signed', ...signed });
    expect(listWritable(entries)).toEqual([]);
    expect(Reflect.ownKeys(log.entries)).toEqual(['get', 'listen', 'subscribe']);
  });

  it('has sends and signatures in one order of time', async () => {
    now = 900;
    log.add('evm', signed);
    await carryOut(transactions, async () => ({ transaction: '0xabc' }), sending);
    now = 1_100;
    log.add('near', signed);
    expect(ids()).toEqual(['signing-1100', 'send', 'signing-900']);
    expect(log.entries.get()[1]).toMatchObject({
      kind: 'sent',
      transaction: '0xabc',
      outcome: { state: 'sent' },
      isEarlier: false,
      isLookedFor: false,
    });
  });
});
