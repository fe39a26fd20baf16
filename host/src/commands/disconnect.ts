import { type FamilyId, hasCode, LinkspanError } from '@linkspan/contract';
import type { Store } from '@linkspan/store';
import { withDeadline } from '../async.ts';
import { disconnectMs } from '../limits.ts';
import type { Connectors } from '../loader/connectors.ts';
import { endConnection } from '../loader/end-connection.ts';

/**
 * Disconnects a family's wallet. One that hangs on giving its permission back, and a connector that does not end the
 * connection, keep nobody waiting: the page then ends it by itself. Rejects as the connector does, also then.
 */
export async function part(
  { store, connectors }: { readonly store: Store; readonly connectors: Pick<Connectors, 'mounted'> },
  family: FamilyId,
): Promise<void> {
  const { connection } = store.view.family(family);
  const leaving = connection.get();
  const late = new LinkspanError('wallet/timeout', { wallet: '' });
  try {
    const parted = connectors.mounted(family).then((handle) => handle.disconnect());
    await withDeadline(parted, disconnectMs, () => late);
  } catch (error) {
    if (error !== late && !hasCode(error, 'wallet/not-connected')) throw error;
  } finally {
    if (connection.get() === leaving) endConnection(store, family);
  }
}
