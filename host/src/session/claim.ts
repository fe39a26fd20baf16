import type { FamilyId, WalletRef } from '@linkspan/contract';
import type { Store } from '@linkspan/store';

/**
 * Publishes `connecting` where nothing is connected, and answers what takes it back to what was before. While a
 * wallet is connected, or coming back, it stays so: only a success replaces it.
 */
export function claim(store: Store, family: FamilyId, wallet: WalletRef): () => void {
  const { connection } = store.view.family(family);
  const before = connection.get();
  if (before.status !== 'disconnected') return () => undefined;
  const { lease } = store.openLease(family);
  lease.publishConnection({ status: 'connecting', wallet });
  const own = connection.get();
  return () => {
    if (connection.get() === own) lease.publishConnection(before);
  };
}
