import type { Host } from '../boot/hand-over.ts';
import type { Connectors } from '../loader/connectors.ts';
import type { Upkeep } from '../upkeep/upkeep.ts';

/**
 * What boot needs of the host. A release that was stopped adopts nothing; whether it was is asked while the wallet is.
 */
export function toHost(connectors: Connectors, upkeep: Pick<Upkeep, 'confirm' | 'assertServing'>): Host {
  return {
    async adopt(family, approved, lease) {
      upkeep.assertServing(family);
      const handle = await connectors.mounted(family);
      await handle.adopt(approved, lease);
    },
    prepare(family) {
      upkeep.confirm(family).catch(() => undefined);
      connectors.mounted(family).catch(() => undefined);
    },
  };
}
