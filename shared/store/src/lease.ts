import {
  type AccountId,
  accountsOf,
  type Connection,
  type Lease,
  LinkspanError,
  namespaceOf,
  parseBalance,
  parseBalanceFailure,
  parseConnection,
  parseTransfer,
  type Transfer,
} from '@linkspan/contract';
import { type FamilyState, readFact, take as takeFact } from './family-state.ts';
import { deepFreeze } from './freeze.ts';

/** Who may write a family's connection. At most one lease holds the seat. */
export interface Seat {
  holder: object | undefined;
}

/** The owner's end of a lease: what is lent out has no way to end it. */
export interface OwnedLease {
  readonly lease: Lease;
  /** Whether it has published a connection that no other lease has replaced since. */
  isSeated(): boolean;
  /** Ends the lease; whatever it publishes from now on is refused. What it published stays. */
  end(): void;
}

const transfersKept = 20;

/**
 * Opens a lease on a family's seat. It takes the seat with its first sound publish, and its predecessor's lease
 * ends there: a successor that fails before that leaves the old connection as it was. With `disconnected` its own say on
 * the connection is over.
 */
export function openLease(state: FamilyState, seat: Seat): OwnedLease {
  const self = {};
  let ended = false;
  let seated = false;
  /** It has published `disconnected`: what is connected after that was approved again, and has a lease of its own. */
  let over = false;

  const refuse = () => new LinkspanError('remote/unleased', { family: state.id });
  const assertHeld = () => {
    if (ended || over || (seated && seat.holder !== self)) throw refuse();
  };
  // The outcome of a send may be told after a successor has taken the seat: it was sent under this lease.
  const assertSeated = () => {
    if (ended || !seated) throw refuse();
  };
  const take = () => {
    seated = true;
    seat.holder = self;
  };
  const lease: Lease = {
    publishConnection: (given) => {
      assertHeld();
      const connection = readFact(state.id, parseConnection, given);
      assertOwn(state, accountsOf(connection));
      take();
      over = connection.status === 'disconnected';
      writeConnection(state, connection);
    },
    publishBalance: (given) => {
      assertHeld();
      assertSeated();
      const balance = readFact(state.id, parseBalance, given);
      assertInUse(state, balance.account);
      takeFact(state.$balance, balance);
      takeFact(state.$balanceFailure, undefined);
    },
    publishBalanceFailure: (given) => {
      assertHeld();
      assertSeated();
      const { account, failure } = readFact(state.id, parseBalanceFailure, given);
      assertInUse(state, account);
      if (failure.code === 'network/other-chain') takeFact(state.$balance, undefined);
      takeFact(state.$balanceFailure, failure);
    },
    publishTransfer: (given) => {
      assertSeated();
      publishTransfer(state, given);
    },
  };
  return {
    lease: deepFreeze(lease),
    isSeated: () => seat.holder === self,
    end: () => {
      ended = true;
    },
  };
}

function assertOwn(state: FamilyState, accounts: readonly AccountId[]): void {
  const foreign = accounts.find((account) => namespaceOf(account) !== state.namespace);
  if (foreign !== undefined) throw new LinkspanError('remote/foreign', { family: state.id, id: foreign });
}

function assertInUse(state: FamilyState, account: AccountId): void {
  assertOwn(state, [account]);
  if (account !== accountsOf(state.$connection.get())[0])
    throw new LinkspanError('remote/stale-balance', { family: state.id, account });
}

function writeConnection(state: FamilyState, connection: Connection): void {
  const before = accountsOf(state.$connection.get())[0];
  if (accountsOf(connection)[0] !== before) {
    state.$balance.set(undefined);
    state.$balanceFailure.set(undefined);
  }
  takeFact(state.$connection, connection);
}

/** Writes the outcome of a send in the place of what was known of it. Throws `remote/malformed`, `remote/foreign`. */
export function publishTransfer(state: FamilyState, given: Transfer): void {
  const transfer = readFact(state.id, parseTransfer, given);
  assertOwn(state, [transfer.from]);
  const known = state.$transfers.get();
  const isSame = (entry: Transfer) => entry.transaction === transfer.transaction;
  const next = known.some(isSame)
    ? known.map((entry) => (isSame(entry) ? transfer : entry))
    : [transfer, ...known].slice(0, transfersKept);
  takeFact(state.$transfers, Object.freeze(next));
}
