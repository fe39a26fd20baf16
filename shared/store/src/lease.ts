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
} from '@linkspan/contract';
import { type FamilyState, readFact, write } from './family-state.ts';
import { deepFreeze } from './freeze.ts';

/** A lease with the rights of its owner: its holder cannot end it. */
export interface OwnedLease {
  readonly lease: Lease;
  /** Whether it has published a connection that no other lease has replaced since. */
  isSeated(): boolean;
  /** Ends the lease, which is refused from now on. Published facts stay. */
  end(): void;
}

/**
 * Opens a lease on a family's connection. It takes over with its first valid publish, unless `mayTakeOver` returns false
 * then, and its predecessor's lease ends there: a successor that fails before that leaves the old connection as it was.
 */
export function openLease(state: FamilyState, mayTakeOver: () => boolean = () => true): OwnedLease {
  let isEnded = false;
  let hasPublished = false;
  /** It has published `disconnected`: a later connection is approved again, and has a lease of its own. */
  let isOver = false;
  const assertLeased = (isLeased: boolean) => {
    if (!isLeased) throw new LinkspanError('remote/unleased', { family: state.id });
  };
  const assertSeated = () => assertLeased(!isEnded && !isOver && state.holder === lease);

  const lease: Lease = deepFreeze({
    publishConnection(given) {
      assertLeased(!isEnded && !isOver && (hasPublished ? state.holder === lease : mayTakeOver()));
      const connection = readFact(state.id, parseConnection, given);
      assertOwn(state, accountsOf(connection));
      hasPublished = true;
      isOver = connection.status === 'disconnected';
      state.holder = lease;
      writeConnection(state, connection);
    },
    publishBalance(given) {
      assertSeated();
      const balance = readFact(state.id, parseBalance, given);
      assertInUse(state, balance.account);
      write(state.$balance, balance);
      write(state.$balanceFailure, undefined);
    },
    publishBalanceFailure(given) {
      assertSeated();
      const { account, failure } = readFact(state.id, parseBalanceFailure, given);
      assertInUse(state, account);
      if (failure.code === 'network/other-chain') write(state.$balance, undefined);
      write(state.$balanceFailure, failure);
    },
  });
  return {
    lease,
    isSeated: () => state.holder === lease,
    end() {
      isEnded = true;
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
  write(state.$connection, connection);
}
