import {
  type Attempt,
  type FamilyId,
  type FamilyView,
  LinkspanError,
  type Pairing,
  parseAttempt,
  parsePairing,
  parseWallets,
  type ReleaseStatus,
  type RemoteState,
  type View,
  type WalletListing,
} from '@linkspan/contract';
import { createFamilyState, type FamilyState, readFact, toFamilyView, write } from './family-state.ts';
import { deepFreeze } from './freeze.ts';
import { type OwnedLease, openLease } from './lease.ts';

/** The facts of one page, with the write ends that the host lends out. The host alone has it. */
export interface Store {
  readonly view: View;
  /** Opens a lease on a family's connection; it takes over with its first publish, if `mayTakeOver` returns true then. */
  openLease(family: FamilyId, mayTakeOver?: () => boolean): OwnedLease;
  /** Replaces a family's list of wallets. Throws `remote/malformed`, and changes nothing. */
  publishWallets(family: FamilyId, wallets: readonly WalletListing[]): void;
  /** A remote reports its progress. Throws `remote/malformed`, and changes nothing. */
  publishAttempt(family: FamilyId, attempt: Attempt): void;
  /** A pairing for a second device, or undefined. Throws `remote/malformed`, and changes nothing. */
  publishPairing(family: FamilyId, pairing: Pairing | undefined): void;
  publishRemote(family: FamilyId, remote: RemoteState): void;
  publishReleaseStatus(family: FamilyId, releaseStatus: ReleaseStatus): void;
}

/** A store with these families, each with the CAIP-2 namespace that its accounts must have. */
export function createStore(
  families: readonly { readonly id: FamilyId; readonly namespace: string }[],
): Store {
  const all = new Map<FamilyId, { readonly state: FamilyState; readonly view: FamilyView }>();
  for (const { id, namespace } of families) {
    const state = createFamilyState(id, namespace);
    all.set(id, { state, view: toFamilyView(state) });
  }
  const find = (family: FamilyId) => {
    const found = all.get(family);
    if (found === undefined) throw new LinkspanError('remote/unknown-family', { family: String(family) });
    return found;
  };
  const stateOf = (family: FamilyId) => find(family).state;
  return {
    view: deepFreeze({ families: [...all.keys()], family: (id: FamilyId) => find(id).view }),
    openLease: (family, mayTakeOver) => openLease(stateOf(family), mayTakeOver),
    publishWallets: (family, wallets) =>
      write(stateOf(family).$wallets, readFact(family, parseWallets, wallets)),
    publishAttempt: (family, attempt) =>
      write(stateOf(family).$attempt, readFact(family, parseAttempt, attempt)),
    publishPairing: (family, pairing) =>
      write(
        stateOf(family).$pairing,
        pairing === undefined ? pairing : readFact(family, parsePairing, pairing),
      ),
    publishRemote: (family, remote) => stateOf(family).$remote.set(deepFreeze(structuredClone(remote))),
    publishReleaseStatus: (family, releaseStatus) =>
      stateOf(family).$releaseStatus.set(deepFreeze(structuredClone(releaseStatus))),
  };
}
