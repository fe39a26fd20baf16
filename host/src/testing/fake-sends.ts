import type { View } from '@linkspan/contract';
import { openAsking } from '../commands/transactions/asking.ts';
import { openShelf } from '../commands/transactions/storage.ts';
import { createSends, type Sends } from '../commands/transactions/transactions.ts';

/** The sends of a page in a browser that gives no storage and knows of no other tab. */
export function createFakeSends(view: View, newId: () => string = () => crypto.randomUUID()): Sends {
  const shelf = openShelf(new EventTarget() as Window);
  return createSends({ shelf, asking: openAsking(undefined), view, now: () => 1_000, newId });
}
