import {
  type AccountId,
  type Attempt,
  accountsOf,
  type Balance,
  type Connection,
  type Failure,
  type FamilyId,
  type FamilyView,
  type Lease,
  LinkspanError,
  Malformed,
  namespaceOf,
  parseBalance,
  parseBalanceFailure,
  parseConnection,
  parseTransfer,
  parseWallets,
  type Readable,
  type ReleaseStatus,
  type RemoteState,
  type Shape,
  type Transfer,
  type View,
  type WalletListing,
} from '@linkspan/contract';

/** The host's side of a remote: takes what is published, as the store would, and keeps account of it. */
export interface Recorder {
  readonly view: View;
  readonly own: FamilyView;
  readonly lease: Lease;
  /** How often anything was published through the lease. */
  published(): number;
  publishWallets(wallets: readonly WalletListing[]): void;
  /** The codes of what was refused. */
  readonly refused: readonly string[];
}

/** What is published, by whom, and what was refused of it. */
interface Recorded {
  readonly family: FamilyId;
  readonly namespace: string;
  readonly own: ReturnType<typeof createOwn>;
  readonly refused: string[];
  published: number;
}

export function createRecorder(family: FamilyId, namespace: string): Recorder {
  const recorded: Recorded = { family, namespace, own: createOwn(), refused: [], published: 0 };
  const { own, refused } = recorded;
  return {
    own,
    refused,
    lease: createLease(recorded),
    published: () => recorded.published,
    publishWallets: (given) => own.wallets.set(read(recorded, parseWallets, given)),
    view: {
      families: [family],
      family(id) {
        if (id !== family) throw new LinkspanError('remote/unknown-family', { family: id });
        return own;
      },
    },
  };
}

function createOwn() {
  return {
    wallets: createSource<readonly WalletListing[]>([]),
    connection: createSource<Connection>({ status: 'disconnected' }),
    balance: createSource<Balance | undefined>(undefined),
    balanceFailure: createSource<Failure | undefined>(undefined),
    transfers: createSource<readonly Transfer[]>([]),
    attempt: createSource<Attempt>({ state: 'none' }),
    remote: createSource<RemoteState>({ stage: 'pending' }),
    releaseStatus: createSource<ReleaseStatus>({ state: 'current' }),
  };
}

function createLease(recorded: Recorded): Lease {
  const { connection, balance, balanceFailure, transfers } = recorded.own;
  return {
    publishConnection(given) {
      recorded.published += 1;
      const next = read(recorded, parseConnection, given);
      assertOwn(recorded, accountsOf(next));
      if (accountsOf(next)[0] !== accountsOf(connection.get())[0]) {
        balance.set(undefined);
        balanceFailure.set(undefined);
      }
      connection.set(next);
    },
    publishBalance(given) {
      recorded.published += 1;
      const next = read(recorded, parseBalance, given);
      assertInUse(recorded, next.account);
      balance.set(next);
      balanceFailure.set(undefined);
    },
    publishBalanceFailure(given) {
      recorded.published += 1;
      const { account, failure } = read(recorded, parseBalanceFailure, given);
      assertInUse(recorded, account);
      if (failure.code === 'network/other-chain') balance.set(undefined);
      balanceFailure.set(failure);
    },
    publishTransfer(given) {
      recorded.published += 1;
      const next = read(recorded, parseTransfer, given);
      assertOwn(recorded, [next.from]);
      const others = transfers.get().filter(({ transaction }) => transaction !== next.transaction);
      transfers.set([next, ...others]);
    },
  };
}

function read<Value>(recorded: Recorded, shape: Shape<Value>, given: unknown): Value {
  try {
    return shape(given, '');
  } catch (cause) {
    const { family } = recorded;
    const place = cause instanceof Malformed ? cause.place : 'the value';
    throw refuse(recorded, new LinkspanError('remote/malformed', { family, place }, { cause }));
  }
}

function assertOwn(recorded: Recorded, accounts: readonly AccountId[]): void {
  const { family, namespace } = recorded;
  const foreign = accounts.find((account) => namespaceOf(account) !== namespace);
  if (foreign !== undefined)
    throw refuse(recorded, new LinkspanError('remote/foreign', { family, id: foreign }));
}

function assertInUse(recorded: Recorded, account: AccountId): void {
  const { family, own } = recorded;
  assertOwn(recorded, [account]);
  if (account !== accountsOf(own.connection.get())[0])
    throw refuse(recorded, new LinkspanError('remote/stale-balance', { family, account }));
}

function refuse({ refused }: Recorded, error: LinkspanError): LinkspanError {
  refused.push(error.code);
  return error;
}

/** A value that changes, without a library. */
export interface Source<Value> extends Readable<Value> {
  set(value: Value): void;
}

function createSource<Value>(first: Value): Source<Value> {
  const listeners = new Set<(value: Value) => void>();
  let current = first;
  const listen = (listener: (value: Value) => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  return {
    get: () => current,
    listen,
    subscribe(listener) {
      listener(current);
      return listen(listener);
    },
    set(value) {
      current = value;
      for (const listener of [...listeners]) listener(value);
    },
  };
}
