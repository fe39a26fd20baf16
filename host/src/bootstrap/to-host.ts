import type { FamilyId } from '@linkspan/contract';
import type { Connectors } from '../loader/connectors.ts';
import type { Upkeep } from '../releases/revalidate.ts';
import type { Host } from './hand-over.ts';

/**
 * What the lobby needs of the host. A release that was stopped adopts nothing, and none of it is run ahead; whether it
 * was is asked while the wallet is.
 */
export function toHost(connectors: Connectors, upkeep: Pick<Upkeep, 'confirm' | 'assertServing'>): Host {
  function isServing(family: FamilyId): boolean {
    try {
      upkeep.assertServing(family);
      return true;
    } catch {
      return false;
    }
  }

  return {
    async adopt(family, approved, lease) {
      upkeep.assertServing(family);
      const handle = await connectors.mounted(family);
      await handle.adopt(approved, lease);
    },
    prepare(family) {
      if (!isServing(family)) return;
      upkeep.confirm(family).catch(() => undefined);
      connectors.mounted(family).catch(() => undefined);
    },
  };
}
