import type { SendingIntent, SendOptions, Sent, View } from '@linkspan/contract';
import { openTransactionStorage } from '../commands/stored-transaction.ts';
import { Transactions } from '../commands/transactions.ts';

/** The sends of a page in a browser that gives no storage. */
export function createFakeSends(view: View, newId: () => string = () => crypto.randomUUID()): Transactions {
  const transactionStorage = openTransactionStorage(new EventTarget() as Window);
  return new Transactions({
    transactionStorage,
    view,
    now: () => 1_000,
    newId,
  });
}

/** Has a send carried out whose connector runs `send`. */
export async function carryOut(
  transactions: Transactions,
  send: (options: SendOptions) => Promise<Sent>,
  intent: SendingIntent,
  assertWanted?: () => void,
): Promise<Sent> {
  const answer = async (options: SendOptions) => ({ sent: await send(options) });
  return (await transactions.carryOut('evm', intent, answer, assertWanted)).sent as Sent;
}
