import type { Settled } from '@linkspan/contract';
import type { StoredTransaction } from '../commands/stored-transaction.ts';
import { toSending } from './facts.ts';

/** A stored send without an answer, with changes. */
export function toStoredTransaction(change: Partial<StoredTransaction> = {}): StoredTransaction {
  return {
    id: 'one',
    family: 'evm',
    intent: toSending('eip155:31337:0xa', '0xb', '5'),
    at: 1_000,
    note: 'noted',
    outcome: { state: 'unknown' },
    learnedAt: 1_000,
    isDismissed: false,
    ...change,
  };
}

/** Each outcome of a send, and whether it is final. */
export const outcomes: readonly (readonly [Settled, boolean])[] = [
  [{ state: 'unknown' }, false],
  [{ state: 'sent', transaction: '0x1' }, false],
  [{ state: 'landed', transaction: '0x1', isFinal: false }, false],
  [{ state: 'landed', transaction: '0x1', by: '0x2', isFinal: true }, true],
  [
    {
      ...{ state: 'landed', transaction: '0x1', isFinal: true },
      comparison: {
        result: 'not-as-asked',
        moved: [{ from: '0xa', to: '0xb', amount: '7', asset: 'eip155:1/erc20:0xc' }],
      },
    },
    true,
  ],
  [
    {
      state: 'failed',
      transaction: '0x1',
      failure: { code: 'network/reverted', context: {} },
      isFinal: false,
    },
    false,
  ],
  [
    {
      ...{ state: 'failed', transaction: '0x1', isFinal: true },
      failure: { code: 'network/reverted', context: {} },
      comparison: { result: 'as-asked' },
    },
    true,
  ],
  [{ state: 'replaced', by: '0x2', isFinal: false }, false],
  [{ state: 'replaced', isFinal: true }, true],
  [{ state: 'expired' }, true],
];
