import type { FamilyId } from '@linkspan/contract';
import type { Connectors } from '../loader/connectors.ts';
import type { Revalidation } from '../releases/revalidate.ts';
import type { Host } from './hand-over.ts';

/**
 * What the early script needs of the host. A release that was stopped adopts nothing, and none of it is run ahead; whether it
 * was is asked while the wallet is.
 */
export function toHost(
  connectors: Connectors,
  revalidation: Pick<Revalidation, 'confirm' | 'assertMayRun'>,
): Host {
  function mayRun(family: FamilyId): boolean {
    try {
      revalidation.assertMayRun(family);
      return true;
    } catch {
      return false;
    }
  }

  return {
    async adopt(family, approved, lease) {
      revalidation.assertMayRun(family);
      const handle = await connectors.mounted(family);
      await handle.adopt(approved, lease);
    },
    prepare(family) {
      if (!mayRun(family)) return;
      revalidation.confirm(family).catch(() => undefined);
      connectors.mounted(family).catch(() => undefined);
    },
  };
}
