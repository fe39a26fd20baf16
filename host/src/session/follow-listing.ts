import { type Connection, type FamilyId, failure, isWaiting, type WalletListing } from '@linkspan/contract';
import type { Store } from '@linkspan/store';
import { endConnection } from '../loader/slot.ts';

/** Dependencies of `followListing`. */
export interface ListingDependencies {
  readonly store: Store;
  /** Gets the focus when the person returns to the page. */
  readonly page: EventTarget;
  /** The id of the wallet that the page remembers for the family, if there is one. */
  remembered(): string | undefined;
  /** Brings it back without a prompt. */
  restoreRemembered(): void;
  /** Adopts a late approval. Returns whether a wallet is read for it. */
  adoptLateApproval(): boolean;
}

/** Why a wallet may have gone that can be restored without a prompt. */
const awayCodes = ['wallet/gone', 'wallet/absent', 'wallet/timeout'];

/** Why it may answer again although its discovery reports nothing. */
const quietCodes = [
  'wallet/gone',
  'wallet/timeout',
  'wallet/locked',
  'wallet/locked-or-ended',
  'wallet/refuses',
  'wallet/pending',
  'wallet/disconnected',
];

/**
 * Follows a family's list: a connected wallet that is no longer listed (its extension was switched off, removed or
 * updated) is disconnected with `wallet/gone`, and one that is listed again, or late, is restored without a prompt. So
 * is one that was switched on or unlocked by the time that the person returns to the page, and one that has approved
 * late by then. Returns a function that ends it.
 */
export function followListing(family: FamilyId, needs: ListingDependencies): () => void {
  const { store, page, remembered, restoreRemembered, adoptLateApproval } = needs;
  const { wallets, connection } = store.view.family(family);
  let before = presentIds(wallets.get());
  const check = () => {
    if (adoptLateApproval()) return;
    const now = connection.get();
    // A wallet that has refused would refuse again, maybe in a window whose closing focuses the page again.
    if (codeOf(now) === 'wallet/refuses') return;
    if (isRecoverable(now) && before.has(remembered() ?? '')) restoreRemembered();
  };
  page.addEventListener('focus', check);
  const stop = wallets.listen((listed) => {
    const [was, here] = [before, presentIds(listed)];
    before = here;
    const isGone = (id: string) => was.has(id) && !here.has(id);
    const isBack = (id: string) => here.has(id) && !was.has(id);
    const now = connection.get();
    if (now.status === 'connected' && isGone(now.wallet.id))
      endConnection(store, family, failure('wallet/gone', { wallet: now.wallet.name }));
    else if (awayCodes.includes(codeOf(now)) && isBack(remembered() ?? '')) restoreRemembered();
  });
  return () => {
    stop();
    page.removeEventListener('focus', check);
  };
}

/** Whether a wallet may answer again although its discovery reports nothing. */
export function isRecoverable(connection: Connection): boolean {
  return quietCodes.includes(codeOf(connection));
}

/** Why nothing is connected, or nothing yet; empty if no reason is known. */
function codeOf(now: Connection): string {
  return (now.status === 'disconnected' || isWaiting(now) ? now.failure?.code : undefined) ?? '';
}

function presentIds(listed: readonly WalletListing[]): ReadonlySet<string> {
  return new Set(listed.filter(({ reach }) => reach !== 'absent').map(({ id }) => id));
}
