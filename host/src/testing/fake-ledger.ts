import type { SendingIntent, SendOptions, Sent, Settled, View } from '@linkspan/contract';
import type { Send } from '../ledger/entry.ts';
import { Ledger } from '../ledger/ledger.ts';
import { openLedgerStorage } from '../ledger/storage.ts';
import { toSending } from './facts.ts';

/** The ledger of a page in a browser that gives no storage. */
export function createFakeLedger(view: View, newId: () => string = () => crypto.randomUUID()): Ledger {
  return new Ledger({
    storage: openLedgerStorage(new EventTarget() as Window),
    view,
    now: () => 1_000,
    newId,
  });
}

/** Has a send carried out whose connector runs `send`. */
export async function carryOut(
  ledger: Ledger,
  send: (options: SendOptions) => Promise<Sent>,
  intent: SendingIntent,
  assertWanted?: () => void,
): Promise<Sent> {
  const answer = async (options: SendOptions) => ({ sent: await send(options) });
  return (await ledger.send('evm', intent, answer, assertWanted)).sent as Sent;
}

/** A stored send without an answer, with changes. */
export function toSend(change: Partial<Send> = {}): Send {
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
