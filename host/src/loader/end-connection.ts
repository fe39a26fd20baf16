import type { Failure, FamilyId } from '@linkspan/contract';
import type { Store } from '@linkspan/store';

/** Publishes `disconnected` in the page's own name, with the reason: what the connector publishes later is refused. */
export function endConnection(store: Store, family: FamilyId, failure?: Failure): void {
  const { lease, end } = store.openLease(family);
  lease.publishConnection({ status: 'disconnected', ...(failure && { failure }) });
  end();
}
