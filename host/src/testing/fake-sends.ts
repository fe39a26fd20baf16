import type { View } from '@linkspan/contract';
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
