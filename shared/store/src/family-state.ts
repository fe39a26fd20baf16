import type {
  Attempt,
  Balance,
  Connection,
  Failure,
  FamilyId,
  FamilyView,
  Readable,
  RemoteState,
  Standing,
  Transfer,
  WalletListing,
} from '@linkspan/contract';
import { atom, type WritableAtom } from 'nanostores';
import { deepFreeze } from './deep-freeze.ts';
import { isSame } from './is-same.ts';

/** The atoms of one family, with their write ends. Only the store holds it. */
export interface FamilyState {
  readonly id: FamilyId;
  readonly namespace: string;
  readonly $wallets: WritableAtom<readonly WalletListing[]>;
  readonly $connection: WritableAtom<Connection>;
  readonly $attempt: WritableAtom<Attempt>;
  readonly $balance: WritableAtom<Balance | undefined>;
  readonly $balanceFailure: WritableAtom<Failure | undefined>;
  readonly $transfers: WritableAtom<readonly Transfer[]>;
  readonly $remote: WritableAtom<RemoteState>;
  readonly $standing: WritableAtom<Standing>;
}

export function createFamilyState(id: FamilyId, namespace: string): FamilyState {
  return {
    id,
    namespace,
    $wallets: atom<readonly WalletListing[]>(Object.freeze([])),
    $connection: atom<Connection>(Object.freeze({ status: 'disconnected' })),
    $attempt: atom<Attempt>(Object.freeze({ state: 'none' })),
    $balance: atom<Balance | undefined>(undefined),
    $balanceFailure: atom<Failure | undefined>(undefined),
    $transfers: atom<readonly Transfer[]>(Object.freeze([])),
    $remote: atom<RemoteState>(Object.freeze({ stage: 'pending' })),
    $standing: atom<Standing>(Object.freeze({ state: 'current' })),
  };
}

/** Makes a fact the one that stands. One that says the same as what stands already changes nothing. */
export function take<Value>($fact: WritableAtom<Value>, fact: Value): void {
  if (!isSame($fact.get(), fact)) $fact.set(fact);
}

/** The read ends of the atoms, and nothing else: what is handed out cannot write. */
export function toFamilyView(state: FamilyState): FamilyView {
  return deepFreeze({
    wallets: toReadable(state.$wallets),
    connection: toReadable(state.$connection),
    attempt: toReadable(state.$attempt),
    balance: toReadable(state.$balance),
    balanceFailure: toReadable(state.$balanceFailure),
    transfers: toReadable(state.$transfers),
    remote: toReadable(state.$remote),
    standing: toReadable(state.$standing),
  });
}

/** The read end of an atom: what holds it can neither write nor reach the atom. */
export function toReadable<Value>($atom: WritableAtom<Value>): Readable<Value> {
  return deepFreeze({
    get: () => $atom.get(),
    listen: (listener: (value: Value) => void) => $atom.listen(guard(listener)),
    subscribe: (listener: (value: Value) => void) => $atom.subscribe(guard(listener)),
  });
}

/** One listener that throws must not keep the others from hearing: its error goes to the page's error event. */
function guard<Value>(listener: (value: Value) => void): (value: Value) => void {
  return (value) => {
    try {
      listener(value);
    } catch (error) {
      reportError(error);
    }
  };
}
