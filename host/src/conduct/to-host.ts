import { LinkspanError } from '@linkspan/contract';
import type { Host } from '../boot/hand-over.ts';
import type { Connectors } from '../loader/connectors.ts';
import { withDeadline } from '../loader/deadline.ts';
import type { Upkeep } from '../upkeep/upkeep.ts';

const adoptDeadlineMs = 15_000;

/**
 * What boot needs of the host. An adoption never prompts, so that it may be given a deadline: it rejects with
 * `wallet/timeout` too. A release that was stopped adopts nothing; whether it was is asked while the wallet is.
 */
export function toHost(connectors: Connectors, upkeep: Pick<Upkeep, 'confirm' | 'assertServing'>): Host {
  return {
    async adopt(family, approved, lease) {
      upkeep.assertServing(family);
      const handle = await connectors.mounted(family);
      const late = () => new LinkspanError('wallet/timeout', { wallet: approved.wallet.name });
      await withDeadline(handle.adopt(approved, lease), adoptDeadlineMs, late);
    },
    prepare(family) {
      upkeep.confirm(family).catch(() => undefined);
      connectors.mounted(family).catch(() => undefined);
    },
  };
}
