import {
  type Attempt,
  type Balance,
  type Connection,
  type Failure,
  type FamilyId,
  type FamilyView,
  isA,
  LinkspanError,
  Malformed,
  type Pairing,
  type Readable,
  type ReleaseStatus,
  type RemoteState,
  type Shape,
  type WalletListing,
} from '@linkspan/contract';
import { atom, type WritableAtom } from 'nanostores';
import { deepFreeze } from './freeze.ts';

/** The atoms of one family, with their write ends. Only the store has it. */
export interface FamilyState {
  readonly id: FamilyId;
  readonly namespace: string;
  /** The lease that may write the connection. */
  holder: object | undefined;
  readonly $wallets: WritableAtom<readonly WalletListing[]>;
  readonly $connection: WritableAtom<Connection>;
  readonly $attempt: WritableAtom<Attempt>;
  readonly $pairing: WritableAtom<Pairing | undefined>;
  readonly $balance: WritableAtom<Balance | undefined>;
  readonly $balanceFailure: WritableAtom<Failure | undefined>;
  readonly $remote: WritableAtom<RemoteState>;
  readonly $releaseStatus: WritableAtom<ReleaseStatus>;
}

export function createFamilyState(id: FamilyId, namespace: string): FamilyState {
  return {
    id,
    namespace,
    holder: undefined,
    $wallets: atom<readonly WalletListing[]>(Object.freeze([])),
    $connection: atom<Connection>(Object.freeze({ status: 'disconnected' })),
    $attempt: atom<Attempt>(Object.freeze({ state: 'none' })),
    $pairing: atom<Pairing | undefined>(),
    $balance: atom<Balance | undefined>(),
    $balanceFailure: atom<Failure | undefined>(),
    $remote: atom<RemoteState>(Object.freeze({ stage: 'pending' })),
    $releaseStatus: atom<ReleaseStatus>(Object.freeze({ state: 'current' })),
  };
}

/** Writes a fact, which is plain data. A fact that equals the current one changes nothing. */
export function write<Value>($fact: WritableAtom<Value>, fact: Value): void {
  if (JSON.stringify($fact.get()) !== JSON.stringify(fact)) $fact.set(fact);
}

/** The read ends of the atoms alone. */
export function toFamilyView(state: FamilyState): FamilyView {
  return deepFreeze({
    wallets: toReadable(state.$wallets),
    connection: toReadable(state.$connection),
    attempt: toReadable(state.$attempt),
    pairing: toReadable(state.$pairing),
    balance: toReadable(state.$balance),
    balanceFailure: toReadable(state.$balanceFailure),
    remote: toReadable(state.$remote),
    releaseStatus: toReadable(state.$releaseStatus),
  });
}

/** The read end of an atom, which can neither write nor reach the atom. */
export function toReadable<Value>($atom: WritableAtom<Value>): Readable<Value> {
  return deepFreeze({
    get: () => $atom.get(),
    listen: (listener: (value: Value) => void) => $atom.listen(guard(listener)),
    subscribe: (listener: (value: Value) => void) => $atom.subscribe(guard(listener)),
  });
}

/** A listener whose error goes to the page's error event, so that the other listeners are called. */
export function guard<Value = void>(listener: (value: Value) => void): (value: Value) => void {
  return (value) => {
    try {
      listener(value);
    } catch (error) {
      reportError(error);
    }
  };
}

/** A fact that a remote of this family has published, parsed and frozen. Throws `remote/malformed` with the place. */
export function readFact<Value>(family: FamilyId, shape: Shape<Value>, given: unknown): Value {
  try {
    return shape(given, '');
  } catch (cause) {
    const place = isA(cause, Malformed) ? cause.place : 'the value';
    throw new LinkspanError('remote/malformed', { family, place }, { cause });
  }
}
