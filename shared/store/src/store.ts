import {
  type Attempt,
  type FamilyId,
  type FamilyView,
  LinkspanError,
  parseAttempt,
  parseWallets,
  type ReleaseStatus,
  type RemoteState,
  type Transfer,
  type View,
  type WalletListing,
} from '@linkspan/contract';
import { createFamilyState, type FamilyState, readFact, take, toFamilyView } from './family-state.ts';
import { deepFreeze, toFrozen } from './freeze.ts';
import { type OwnedLease, openLease, publishTransfer, type Seat } from './lease.ts';

/** The shared truth of one page, with the write ends that the host lends out. The host alone holds it. */
export interface Store {
  readonly view: View;
  /** Opens a lease on a family's connection; it takes over with its first publish. */
  openLease(family: FamilyId): OwnedLease;
  /** Replaces what a family's discovery lists. Throws `remote/malformed`, and changes nothing. */
  publishWallets(family: FamilyId, wallets: readonly WalletListing[]): void;
  /** Its progress is what a remote reports. Throws `remote/malformed`, and changes nothing. */
  publishAttempt(family: FamilyId, attempt: Attempt): void;
  publishRemote(family: FamilyId, remote: RemoteState): void;
  publishReleaseStatus(family: FamilyId, releaseStatus: ReleaseStatus): void;
  /** The outcome of a send, perhaps of an earlier page. Throws `remote/malformed`, `remote/foreign`. */
  publishTransfer(family: FamilyId, transfer: Transfer): void;
}

/** A store with these families, each with the CAIP-2 namespace that its accounts must have. */
export function createStore(
  families: readonly { readonly id: FamilyId; readonly namespace: string }[],
): Store {
  const rooms = new Map<FamilyId, { state: FamilyState; view: FamilyView; seat: Seat }>();
  for (const { id, namespace } of families) {
    const state = createFamilyState(id, namespace);
    rooms.set(id, { state, view: toFamilyView(state), seat: { holder: undefined } });
  }
  const roomOf = (family: FamilyId) => {
    const room = rooms.get(family);
    if (room === undefined) throw new LinkspanError('remote/unknown-family', { family: String(family) });
    return room;
  };
  return {
    view: deepFreeze({
      families: [...rooms.keys()],
      family: (id: FamilyId) => roomOf(id).view,
    }),
    openLease: (family) => openLease(roomOf(family).state, roomOf(family).seat),
    publishWallets: (family, wallets) => {
      const { state } = roomOf(family);
      take(state.$wallets, readFact(family, parseWallets, wallets));
    },
    publishAttempt: (family, attempt) => {
      const { state } = roomOf(family);
      take(state.$attempt, readFact(family, parseAttempt, attempt));
    },
    publishRemote: (family, remote) => roomOf(family).state.$remote.set(toFrozen(remote)),
    publishReleaseStatus: (family, releaseStatus) =>
      roomOf(family).state.$releaseStatus.set(toFrozen(releaseStatus)),
    publishTransfer: (family, transfer) => publishTransfer(roomOf(family).state, transfer),
  };
}
