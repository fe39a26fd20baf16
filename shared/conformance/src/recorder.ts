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
  Misshapen,
  namespaceOf,
  parseBalance,
  parseBalanceFailure,
  parseConnection,
  parseTransfer,
  parseWallets,
  type Readable,
  type RemoteState,
  type Shape,
  type Standing,
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

/** The facts of a family before anything is published. */
function createFacts() {
  return {
    wallets: createSource<readonly WalletListing[]>([]),
    connection: createSource<Connection>({ status: 'disconnected' }),
    balance: createSource<Balance | undefined>(undefined),
    balanceFailure: createSource<Failure | undefined>(undefined),
    transfers: createSource<readonly Transfer[]>([]),
    attempt: createSource<Attempt>({ state: 'none' }),
    remote: createSource<RemoteState>({ stage: 'pending' }),
    standing: createSource<Standing>({ state: 'current' }),
  };
}

export function createRecorder(family: FamilyId, namespace: string): Recorder {
  const own = createFacts();
  const { wallets, connection, balance, balanceFailure, transfers } = own;
  const refused: string[] = [];
  let published = 0;

  const refuse = (error: LinkspanError) => {
    refused.push(error.code);
    return error;
  };
  const read = <Value>(shape: Shape<Value>, given: unknown): Value => {
    try {
      return shape(given, '');
    } catch (cause) {
      const place = cause instanceof Misshapen ? cause.place : 'the value';
      throw refuse(new LinkspanError('remote/malformed', { family, place }, { cause }));
    }
  };
  const assertOwn = (accounts: readonly AccountId[]) => {
    const foreign = accounts.find((account) => namespaceOf(account) !== namespace);
    if (foreign !== undefined) throw refuse(new LinkspanError('remote/foreign', { family, id: foreign }));
  };
  const assertInUse = (account: AccountId) => {
    assertOwn([account]);
    if (account !== accountsOf(connection.get())[0])
      throw refuse(new LinkspanError('remote/stale-balance', { family, account }));
  };
  const lease: Lease = {
    publishConnection(given) {
      published += 1;
      const next = read(parseConnection, given);
      assertOwn(accountsOf(next));
      if (accountsOf(next)[0] !== accountsOf(connection.get())[0]) {
        balance.set(undefined);
        balanceFailure.set(undefined);
      }
      connection.set(next);
    },
    publishBalance(given) {
      published += 1;
      const next = read(parseBalance, given);
      assertInUse(next.account);
      balance.set(next);
      balanceFailure.set(undefined);
    },
    publishBalanceFailure(given) {
      published += 1;
      const { account, failure } = read(parseBalanceFailure, given);
      assertInUse(account);
      if (failure.code === 'network/other-chain') balance.set(undefined);
      balanceFailure.set(failure);
    },
    publishTransfer(given) {
      published += 1;
      const next = read(parseTransfer, given);
      assertOwn([next.from]);
      const others = transfers.get().filter(({ transaction }) => transaction !== next.transaction);
      transfers.set([next, ...others]);
    },
  };
  return {
    own,
    lease,
    refused,
    published: () => published,
    publishWallets: (given) => wallets.set(read(parseWallets, given)),
    view: {
      families: [family],
      family(id) {
        if (id !== family) throw new LinkspanError('remote/unknown-family', { family: id });
        return own;
      },
    },
  };
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
