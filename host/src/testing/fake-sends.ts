import type { View } from '@linkspan/contract';
import { openAsking } from '../commands/transactions/asking.ts';
import { openTransactionStorage } from '../commands/transactions/storage.ts';
import { createTransactions, type Transactions } from '../commands/transactions/transactions.ts';

/** The sends of a page in a browser that gives no storage and knows of no other tab. */
export function createFakeSends(view: View, newId: () => string = () => crypto.randomUUID()): Transactions {
  const transactionStorage = openTransactionStorage(new EventTarget() as Window);
  return createTransactions({
    transactionStorage,
    asking: openAsking(undefined),
    view,
    now: () => 1_000,
    newId,
  });
}
