import {
  type AccountId,
  type Approved,
  type Connection,
  type Discovery,
  type Failure,
  type FamilyId,
  failure,
  isConnectedTo,
  isRunning,
  isWaiting,
  LinkspanError,
  type NetworkId,
  networkOf,
  type ScopedStorage,
  toFailure,
  type WalletListing,
  type WalletRef,
} from '@linkspan/contract';
import { deepFreeze, type OwnedLease, type Store } from '@linkspan/store';
import { withDeadline } from '../async.ts';
import { lateSilentMs, silentGraceMs, silentMs } from '../limits.ts';
import { endConnection } from '../loader/slot.ts';
import type { Attempts } from './attempts.ts';
import { type Remembered, recall } from './remembered.ts';

/** Dependencies of restoring a connection. */
export interface RestoreDependencies {
  readonly store: Store;
  readonly attempts: Attempts;
  newId(): string;
  /** Where the page remembers what was connected. */
  readonly memory: ScopedStorage;
  /** A family's networks, the one to start with first. */
  networks(family: FamilyId): readonly [NetworkId, ...NetworkId[]];
}

/**
 * Brings back what was connected when the page was last open: shown as reconnecting at once, and settled without a
 * prompt and within the deadlines. Does nothing if the family is in use already. Returns whether the wallet was adopted
 * by then: one that did not answer in time is read once more.
 */
export async function restoreRemembered(
  needs: RestoreDependencies,
  family: FamilyId,
  listed: Promise<Discovery>,
): Promise<boolean> {
  const { connection, attempt } = needs.store.view.family(family);
  const before = connection.get();
  if ((before.status !== 'disconnected' && !isWaiting(before)) || isRunning(attempt.get())) return false;
  const remembered = recall(needs.memory, family);
  const owned = remembered && publishRemembered(needs, family, toShown(remembered, before));
  if (remembered === undefined || owned === undefined) return false;
  const own = connection.get();
  // Not once another wallet is connected, or the person has given it up.
  const isWanted = () => connection.get() === own;
  try {
    const discovery = await listed;
    const isAdopted = isWanted() && (await restore(needs, family, { discovery, remembered, isWanted }));
    if (isWanted()) throw new LinkspanError('remote/failed', { family });
    return isAdopted;
  } catch (error) {
    const failure = withName(toFailure(error, { code: 'remote/failed', context: { family } }), remembered);
    if (isWanted()) owned.lease.publishConnection(toOutcome(failure, remembered));
    if (failure.code === 'wallet/timeout')
      void readOn(needs, family, { discovery: await listed, remembered }).catch(() => undefined);
    return false;
  } finally {
    owned.end();
  }
}

/**
 * Reads a remembered wallet once more, with more time: some are slow at each load of a page. It is adopted unless the
 * person has chosen or ended something meanwhile.
 */
async function readOn(
  needs: RestoreDependencies,
  family: FamilyId,
  { discovery, remembered }: Pick<Restoring, 'discovery' | 'remembered'>,
): Promise<void> {
  const { connection, attempt } = needs.store.view.family(family);
  const isWanted = () => {
    const now = connection.get();
    const isFree =
      now.status === 'reconnecting' || (now.status === 'disconnected' && now.failure !== undefined);
    const kept = recall(needs.memory, family)?.connection.wallet.id;
    return isFree && !isRunning(attempt.get()) && kept === remembered.connection.wallet.id;
  };
  await restore(needs, family, { discovery, remembered, isWanted, timeMs: lateSilentMs });
}

/** A wallet that was locked reads so until it is known to be unlocked. */
function toShown(remembered: Remembered, before: Connection): Remembered {
  const { connection } = remembered;
  if (!isWaiting(before) || before.wallet.id !== connection.wallet.id) return remembered;
  return { ...remembered, connection: { ...connection, failure: before.failure } };
}

/** Why a wallet shows no account that may show it again at any time. */
const lockedCodes = ['wallet/locked', 'wallet/locked-or-ended'];

/** A wallet that is locked has ended nothing. */
function toOutcome(failure: Failure, { connection }: Remembered): Connection {
  return lockedCodes.includes(failure.code)
    ? { ...connection, failure }
    : { status: 'disconnected', failure };
}

/** A wallet that has not come is known to its discovery by its id alone. */
function withName(failure: Failure, { connection }: Remembered): Failure {
  if (!('wallet' in failure.context)) return failure;
  return { ...failure, context: { ...failure.context, wallet: connection.wallet.name } };
}

function publishRemembered(
  { store, memory }: RestoreDependencies,
  family: FamilyId,
  { connection, balance }: Remembered,
): OwnedLease | undefined {
  const owned = store.openLease(family);
  try {
    owned.lease.publishConnection(connection);
  } catch {
    // What an earlier configuration stored need not fit this one's families.
    memory.remove(family);
    owned.end();
    return undefined;
  }
  try {
    if (balance !== undefined) owned.lease.publishBalance(balance);
  } catch {
    // A balance of another account is not shown; the connector asks for the right one.
  }
  return owned;
}

interface Restoring {
  readonly discovery: Discovery;
  readonly remembered: Remembered;
  /** Asked before the connector adopts the wallet. */
  isWanted(): boolean;
  /** How long the wallet may take. */
  readonly timeMs?: number;
}

/**
 * Reads a remembered wallet without a prompt, and has its connector take it over. Rejects with `wallet/revoked` where
 * the wallet grants nothing any more, with `wallet/claimed-twice` where several wallets claim to be it and this page has
 * not known which, or as discovery and connector do. Returns whether it was adopted.
 */
export async function restore(
  needs: RestoreDependencies,
  family: FamilyId,
  { discovery, remembered, isWanted, timeMs = silentMs }: Restoring,
): Promise<boolean> {
  const { wallet, accounts } = remembered.connection;
  const { wallets, connection } = needs.store.view.family(family);
  // While a page lives, a wallet keeps the id that it is in use by.
  const isKnown = isConnectedTo(connection.get(), wallet.id);
  const isSure = () => isKnown || !isClaimedTwice(wallets.get(), wallet.id);
  const assertSure = () => {
    if (!isSure()) throw new LinkspanError('wallet/claimed-twice', { wallet: wallet.name });
  };
  assertSure();
  const silent = new AbortController();
  const options = deepFreeze({
    id: needs.newId(),
    network: toOffered(networkOf(accounts[0]), needs.networks(family)),
    deadlineMs: timeMs,
    signal: silent.signal,
  });
  const late = () => new LinkspanError('wallet/timeout', { wallet: wallet.name });
  try {
    const read = discovery.restore(wallet.id, options);
    const approved = await withDeadline(read, timeMs + silentGraceMs, late);
    if (approved === undefined) throw new LinkspanError('wallet/revoked', { wallet: wallet.name });
    let isAdopted = false;
    await needs.attempts.restore(family, prefer(approved, accounts[0]), () => {
      isAdopted = isWanted() && isSure();
      return isAdopted;
    });
    if (!isAdopted) assertSure();
    else if (!isKnown) endIfClaimedTwice(needs.store, family, wallet);
    return isAdopted;
  } finally {
    silent.abort();
  }
}

/** A network that the page no longer has is not asked for: its first one is. */
function toOffered(wanted: NetworkId, offered: readonly [NetworkId, ...NetworkId[]]): NetworkId {
  return offered.includes(wanted) ? wanted : offered[0];
}

/** The account that was in use is the first again, if the wallet still grants it. */
function prefer(approved: Approved, account: AccountId): Approved {
  if (!approved.accounts.includes(account)) return approved;
  return { ...approved, accounts: [account, ...approved.accounts.filter((other) => other !== account)] };
}

/**
 * Whether several wallets that are here claim to be the one with this id, so that nobody knows which of them it was
 * before a reload. Discoveries number them `id`, `id#2` and so on, in the order in which they were announced.
 */
function isClaimedTwice(listed: readonly WalletListing[], id: string): boolean {
  const isSame = (one: WalletListing) => one.reach === 'installed' && toClaimed(one.id) === toClaimed(id);
  return listed.filter(isSame).length > 1;
}

/**
 * Ends a connection that came back by itself with `wallet/claimed-twice`, as soon as another wallet claims to be the
 * same, also if that one is listed late. What a person chooses after that stays.
 */
function endIfClaimedTwice(store: Store, family: FamilyId, { id, name }: WalletRef): void {
  const { wallets, connection } = store.view.family(family);
  const isUsed = () => isConnectedTo(connection.get(), id);
  const look = () => {
    const isDoubted = isClaimedTwice(wallets.get(), id);
    if (isUsed() && !isDoubted) return;
    for (const end of ends) end();
    if (isUsed()) endConnection(store, family, failure('wallet/claimed-twice', { wallet: name }));
  };
  const ends = [wallets.listen(look), connection.listen(look)];
  look();
}

function toClaimed(id: string): string {
  return id.replace(/#\d+$/, '');
}
