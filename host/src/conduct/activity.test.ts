import { expect, it } from 'vitest';
import { listWritable } from '../testing/list-writable.ts';
import { createActivityLog } from './activity.ts';

const account = 'eip155:1:0xa';
const intent = { kind: 'send', account, to: '0xb', amount: '1' } as const;

it('keeps the newest first, and forgets the oldest', () => {
  let now = 0;
  const log = createActivityLog({ now: () => now, newId: () => `id-${now}` });
  for (now = 1; now <= 60; now++) log.add('evm', { kind: 'sent', intent, transaction: `0x${now}` });
  const entries = log.entries.get();
  expect(entries).toHaveLength(50);
  expect(entries[0]).toMatchObject({ id: 'id-60', at: 60, family: 'evm', transaction: '0x60' });
  expect(listWritable(entries)).toEqual([]);
  expect(Reflect.ownKeys(log.entries)).toEqual(['get', 'listen', 'subscribe']);
});
