import type { FamilyId } from '@linkspan/contract';
import type { Boot } from '../boot/hand-over.ts';
import type { Connectors } from '../loader/connectors.ts';

/**
 * Tries a failed remote again, once at a time per family, and brings back what was connected. Where only a fresh
 * page can help, nothing is tried. Rejects as the connector does.
 */
export function createRetry(boot: Boot, connectors: Connectors): (family: FamilyId) => Promise<void> {
  const retries = new Map<FamilyId, Promise<void>>();

  async function retry(family: FamilyId): Promise<void> {
    const remote = boot.store.view.family(family).remote.get();
    if (remote.stage !== 'failed' || remote.mend === 'reload') return;
    if (boot.berths.get(family)?.release === undefined) return boot.retryDocument(family);
    if (!(await boot.retryDiscovery(family))) return;
    const { stage } = boot.store.view.family(family).remote.get();
    if (stage === 'failed') await connectors.mounted(family);
    await boot.comeBack(family);
  }

  return (family) => {
    const underWay = retries.get(family);
    if (underWay !== undefined) return underWay;
    const retried = retry(family).finally(() => retries.delete(family));
    retries.set(family, retried);
    return retried;
  };
}
