import type { View } from '@linkspan/contract';
import { openAsking } from '../sends/asking.ts';
import { createSends, type Sends } from '../sends/sends.ts';
import { openShelf } from '../sends/shelf.ts';

/** The sends of a page in a browser that gives no storage and knows of no other tab. */
export function createFakeSends(view: View, newId: () => string = () => crypto.randomUUID()): Sends {
  const shelf = openShelf(new EventTarget() as Window);
  return createSends({ shelf, asking: openAsking(undefined), view, now: () => 1_000, newId });
}
