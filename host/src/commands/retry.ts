import type { FamilyId } from '@linkspan/contract';
import type { Connectors } from '../loader/connectors.ts';
import type { Sessions } from '../session/sessions.ts';

/**
 * Tries a failed remote again, once at a time per family, and brings back what was connected. What is asked for
 * meanwhile is done once more after it, if it fails: much may have changed since it began. Where only a fresh page can
 * help, nothing is tried. Rejects as the connector does.
 */
export function createRetry(sessions: Sessions, connectors: Connectors): (family: FamilyId) => Promise<void> {
  const underWay = new Map<FamilyId, Promise<void>>();
  const queued = new Map<FamilyId, Promise<void>>();

  async function retry(family: FamilyId): Promise<void> {
    const remote = sessions.store.view.family(family).remote.get();
    if (remote.stage !== 'failed' || remote.step === 'reload') return;
    if (sessions.slots.get(family)?.release === undefined) return sessions.retryDocument(family);
    if (!(await sessions.retryDiscovery(family))) return;
    const { stage } = sessions.store.view.family(family).remote.get();
    if (stage === 'failed') await connectors.mounted(family);
    await sessions.restoreRemembered(family);
  }

  function begin(family: FamilyId): Promise<void> {
    queued.delete(family);
    const retried = retry(family).finally(() => underWay.delete(family));
    underWay.set(family, retried);
    return retried;
  }

  return (family) => {
    const before = underWay.get(family);
    if (before === undefined) return begin(family);
    const next = queued.get(family) ?? before.catch(() => undefined).then(() => begin(family));
    queued.set(family, next);
    return next;
  };
}
