import type { FamilyId, Readable, View } from '@linkspan/contract';
import { staleBalanceMs } from '../../limits.ts';
import type { Request } from '../request.ts';

/** What following balances needs of the page. */
export interface BalanceNeeds {
  readonly view: View;
  request(family: FamilyId): Readable<Request>;
  refreshBalance(family: FamilyId): Promise<void>;
  /** Whether a person sees the page, and the device has a network. */
  isSeen(): boolean;
  /** Calls again and again. */
  every(ms: number, run: () => void): unknown;
  /** Milliseconds since 1970. */
  now(): number;
}

/**
 * Asks once a minute, while the page is seen, for the balances of what is connected, and at once where a network has
 * refused a request or did not answer it: no chain tells a page what has come in, nor that it cannot be reached. Returns
 * what looks now, where the last look is a minute old.
 */
export function followBalances(needs: BalanceNeeds): () => void {
  const { view } = needs;
  let lookedAt = needs.now();

  function ask(family: FamilyId): void {
    if (view.family(family).connection.get().status !== 'connected') return;
    // What comes of it is in the store.
    needs.refreshBalance(family).catch(() => undefined);
  }

  function look(): void {
    const passed = needs.now() - lookedAt;
    if (!needs.isSeen() || (passed >= 0 && passed < staleBalanceMs)) return;
    lookedAt = needs.now();
    view.families.forEach(ask);
  }

  for (const family of view.families)
    needs.request(family).listen((request) => {
      if (request.state === 'failed' && request.failure.code.startsWith('network/')) ask(family);
    });
  needs.every(staleBalanceMs / 4, look);
  return look;
}
