import { codeOf, type FamilyId } from '@linkspan/contract';
import type { TabNeeds } from '../follow-tabs.ts';
import { isAsking } from '../is-asking.ts';

/** What confirming needs of the page. */
export interface ConfirmNeeds extends Pick<TabNeeds, 'view' | 'request' | 'restore' | 'end'> {
  /** Takes a family's connector out of the page, mounts it again, and brings back what was connected. */
  restart(family: FamilyId): Promise<void>;
}

/** Of a wallet or a connector that did not live through the sleep. */
const dead = ['wallet/absent', 'wallet/gone', 'wallet/timeout', 'remote/failed', 'remote/timeout'];

/**
 * Asks a family's wallet again, without a prompt, after a sleep in which nobody was heard: it is taken over afresh, with
 * what it grants by now, and the balance is asked for. Where it, or its connector, does not answer any more, the
 * connector is mounted again and the wallet comes back, or says why not. Nothing is done while a person is asked.
 */
export function createConfirm(needs: ConfirmNeeds): (family: FamilyId) => Promise<void> {
  return async (family) => {
    const own = needs.view.family(family).connection.get();
    if (own.status !== 'connected' || isAsking(needs, family)) return;
    const { wallet, accounts } = own;
    const isOpen = () => needs.view.family(family).connection.get() === own && !isAsking(needs, family);
    try {
      const connection = { status: 'reconnecting', wallet, accounts } as const;
      await needs.restore(family, { connection }, { isOpen, adopting: () => undefined });
    } catch (error) {
      const code = codeOf(error) ?? '';
      if (!isOpen()) return;
      if (code === 'wallet/revoked') needs.end(family, true);
      else if (dead.includes(code)) await needs.restart(family);
    }
  };
}
