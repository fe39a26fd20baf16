import {
  type AccountId,
  type Approved,
  type Attempt,
  type AttemptCode,
  type AttemptId,
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
  type RestoreCode,
  type ScopedStorage,
  toFailure,
  type WalletListing,
  type WalletRef,
} from '@linkspan/contract';
import { deepFreeze, type OwnedLease, type Store } from '@linkspan/store';
import { withDeadline } from '../async.ts';
import { lateSilentMs, silentGraceMs, silentMs } from '../limits.ts';
import { endConnection } from '../loader/slot.ts';
import type { Adopt } from './adoptions.ts';
import { type Remembered, recall } from './remembered.ts';

/**
 * Why a wallet is read without a prompt: the page was loaded or its wallet is back; the wallet did not answer that in
 * time, as some do at each load; it has approved after its attempt had failed or was cancelled; the device has slept;
 * another tab has connected it.
 */
export type ReadReason = 'reload' | 'slow-reload' | 'late-approval' | 'wake' | 'other-tab';

/** Dependencies of silent reads. */
export interface ReadDependencies {
  readonly store: Store;
  readonly adopt: Adopt;
  /** Where the page remembers connections. */
  readonly memory: ScopedStorage;
  /** A family's discovery, once it lists wallets. */
  discovery(family: FamilyId): Promise<Discovery>;
  /** A family's networks, the one to start with first. */
  networks(family: FamilyId): readonly [NetworkId, ...NetworkId[]];
  newId(): string;
}

/** A remembered wallet to be restored. */
interface Restoring {
  readonly remembered: Remembered;
  readonly reason: ReadReason;
  /** Called with the wallet's answer, if it is still wanted. */
  answered?(approved: Approved): void;
  /** Called before the connector adopts the wallet, and when it publishes. */
  isWanted(): boolean;
}

interface SilentRead {
  readonly reason: ReadReason;
  readonly network?: NetworkId;
  readonly signal: AbortSignal;
  /** The attempt that the read belongs to; a new one if it is left out. */
  readonly id?: AttemptId;
}

/** Reads wallets without a prompt, within deadlines, and has their connectors adopt what they grant. */
export class SilentReads {
  readonly #needs: ReadDependencies;
  readonly #adopting = new Map<FamilyId, AbortController>();
  /** Of wallets that are shown as connected already. */
  readonly #ahead = new Map<FamilyId, Promise<unknown>>();

  constructor(needs: ReadDependencies) {
    this.#needs = needs;
  }

  /**
   * The accounts that a wallet grants on a network, or on the family's first one if the page no longer has that.
   * Rejects with `wallet/revoked` if it grants nothing, with `wallet/timeout`, or as the discovery does.
   */
  async read(
    family: FamilyId,
    wallet: WalletRef,
    { reason, network, signal, id = this.#needs.newId() }: SilentRead,
  ): Promise<Approved> {
    const { networks } = this.#needs;
    const deadlineMs = reason === 'slow-reload' ? lateSilentMs : silentMs;
    const [first, ...others] = networks(family);
    const offered = network && others.includes(network) ? network : first;
    const options = deepFreeze({ id, network: offered, deadlineMs, signal });
    const discovery = await this.#needs.discovery(family);
    const late = () => new LinkspanError('wallet/timeout', { wallet: wallet.name });
    const approved = await withDeadline(
      discovery.restore(wallet.id, options),
      deadlineMs + silentGraceMs,
      late,
    );
    if (approved === undefined) throw new LinkspanError('wallet/revoked', { wallet: wallet.name });
    return approved;
  }

  /**
   * Restores the connection of the last visit: shown as reconnecting at once, and settled without a prompt and within
   * the deadlines. A wallet that grants the same accounts as then is shown as connected, as it was, before its
   * connector adopts it. Does nothing if the family is in use already. Returns whether the wallet was adopted by then:
   * one that did not answer in time is read once more.
   */
  async restoreRemembered(family: FamilyId): Promise<boolean> {
    const { store, memory } = this.#needs;
    const { connection, attempt } = store.view.family(family);
    const before = connection.get();
    if ((before.status !== 'disconnected' && !isWaiting(before)) || isRunning(attempt.get())) return false;
    const remembered = recall(memory, family);
    const owned = remembered && publishRemembered(this.#needs, family, toShown(remembered, before));
    if (remembered === undefined || owned === undefined) return false;
    // Not once another wallet is connected, or the person has ended it.
    const isWanted = owned.isSeated;
    const answered = ({ wallet, accounts }: Approved) => {
      const { connected } = remembered;
      if (connected === undefined || String(connected.accounts) !== String(accounts)) return;
      const ended = restoring.catch(() => false);
      this.#ahead.set(family, ended);
      void ended.then(() => this.#ahead.delete(family));
      owned.lease.publishConnection({ ...connected, wallet });
    };
    const restoring = this.restore(family, { remembered, reason: 'reload', answered, isWanted });
    try {
      const isAdopted = await restoring;
      if (isWanted()) throw new LinkspanError('remote/failed', { family });
      return isAdopted;
    } catch (error) {
      const failure = withName(toFailure(error, { code: 'remote/failed', context: { family } }), remembered);
      if (isWanted()) owned.lease.publishConnection(toOutcome(failure, remembered));
      if (failure.code === 'wallet/timeout') this.#retryRead(family, remembered).catch(() => undefined);
      return false;
    } finally {
      owned.end();
    }
  }

  /**
   * Reads a remembered wallet without a prompt, and has its connector adopt it; what is connected stays until then.
   * Rejects with `wallet/claimed-twice` if several wallets claim to be it and this page has not known which, or as
   * `read` and the connector do. Returns whether it was adopted.
   */
  async restore(family: FamilyId, { remembered, reason, answered, isWanted }: Restoring): Promise<boolean> {
    const { store } = this.#needs;
    const { wallet, accounts } = remembered.connection;
    const { wallets, connection } = store.view.family(family);
    await this.#needs.discovery(family);
    if (!isWanted()) return false;
    // While a page lives, a wallet keeps the id that it is in use by.
    const isKnown = isConnectedTo(connection.get(), wallet.id);
    const isSure = () => isKnown || !isClaimedTwice(wallets.get(), wallet.id);
    const assertSure = () => {
      if (!isSure()) throw new LinkspanError('wallet/claimed-twice', { wallet: wallet.name });
    };
    assertSure();
    const silent = new AbortController();
    try {
      const asked = { reason, network: networkOf(accounts[0]), signal: silent.signal };
      const approved = prefer(await this.read(family, wallet, asked), accounts[0]);
      if (isWanted() && isSure()) answered?.(approved);
      let isAdopted = false;
      await this.#adopt(family, approved, () => {
        isAdopted = isWanted() && isSure();
        return isAdopted;
      });
      if (!isAdopted) assertSure();
      else if (!isKnown) endIfClaimedTwice(store, family, wallet);
      return isAdopted;
    } finally {
      silent.abort();
    }
  }

  /** Whether a wallet is shown as connected that no connector has adopted yet. */
  isAhead(family: FamilyId): boolean {
    return this.#ahead.has(family);
  }

  /** Settles once a connector has adopted, or failed to adopt, the wallet that a family shows. Never rejects. */
  async adopted(family: FamilyId): Promise<void> {
    await this.#ahead.get(family);
  }

  /** Ends a family's `reconnecting`: it is `disconnected`, and a running restore is refused. */
  abandon(family: FamilyId): void {
    const { store } = this.#needs;
    if (store.view.family(family).connection.get().status !== 'reconnecting') return;
    this.#adopting.get(family)?.abort();
    endConnection(store, family);
  }

  async #adopt(family: FamilyId, approved: Approved, isWanted: () => boolean): Promise<void> {
    const control = new AbortController();
    this.#adopting.set(family, control);
    try {
      await this.#needs.adopt(family, { approved, isWanted, signal: control.signal });
      clearPendingFailure(this.#needs.store, family);
    } finally {
      this.#adopting.delete(family);
    }
  }

  /** The wallet is adopted unless the person has chosen or ended something meanwhile. */
  async #retryRead(family: FamilyId, remembered: Remembered): Promise<void> {
    const { store, memory } = this.#needs;
    const { connection, attempt } = store.view.family(family);
    const isWanted = () => {
      const now = connection.get();
      const isFree =
        now.status === 'reconnecting' || (now.status === 'disconnected' && now.failure !== undefined);
      const stored = recall(memory, family)?.connection.wallet.id;
      return isFree && !isRunning(attempt.get()) && stored === remembered.connection.wallet.id;
    };
    await this.restore(family, { remembered, reason: 'slow-reload', isWanted });
  }
}

/** Codes of an attempt whose wallet may still approve it: a prompt is open, or its accounts are yet to come. */
const pendingCodes: readonly string[] = [
  'wallet/pending',
  'wallet/locked',
  'wallet/timeout',
  'wallet/no-accounts',
] satisfies readonly (AttemptCode | RestoreCode)[];

/** Whether an attempt has failed at a wallet that may still approve it. */
export function mayStillApprove(attempt: Attempt): attempt is Attempt & { readonly state: 'failed' } {
  return attempt.state === 'failed' && pendingCodes.includes(attempt.failure.code);
}

/** A wallet that was restored has answered the attempt that it left open. */
function clearPendingFailure(store: Store, family: FamilyId): void {
  const { attempt, connection } = store.view.family(family);
  const failed = attempt.get();
  if (mayStillApprove(failed) && isConnectedTo(connection.get(), failed.wallet.id))
    store.publishAttempt(family, { state: 'none' });
}

/** A wallet that was locked reads so until it is known to be unlocked. */
function toShown(remembered: Remembered, before: Connection): Remembered {
  const { connection } = remembered;
  if (!isWaiting(before) || before.wallet.id !== connection.wallet.id) return remembered;
  return { ...remembered, connection: { ...connection, failure: before.failure } };
}

/** Why a wallet shows no account that may show it again at any time. */
const lockedCodes: readonly string[] = [
  'wallet/locked',
  'wallet/locked-or-ended',
] satisfies readonly RestoreCode[];

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
  { store, memory }: ReadDependencies,
  family: FamilyId,
  { connection, balance }: Remembered,
): OwnedLease | undefined {
  const owned = store.openLease(family);
  try {
    owned.lease.publishConnection(connection);
  } catch {
    // An earlier configuration may have had other families.
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
 * same, also if that one is listed late. A later choice of the person stays.
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
