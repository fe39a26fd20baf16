import {
  type Accounts,
  type Approved,
  type Attempt,
  type AttemptId,
  type AttemptOptions,
  type Discovery,
  type Failure,
  type FamilyId,
  type FamilyView,
  failure,
  hasCode,
  isConnectedTo,
  isRunning,
  LinkspanError,
  messageOf,
  type NetworkId,
  networkOf,
  type Progress,
  toFailure,
  type WalletRef,
} from '@linkspan/contract';
import { deepFreeze, type Store } from '@linkspan/store';
import { orAborted } from '../async.ts';
import { promptLateMs } from '../limits.ts';
import type { Adopt } from './adoptions.ts';
import { mayStillApprove, type SilentReads } from './restore.ts';

/** Dependencies of attempts. */
export interface AttemptDependencies {
  readonly store: Store;
  readonly reads: Pick<SilentReads, 'read'>;
  readonly adopt: Adopt;
  /** A family's discovery, once it lists wallets. */
  discovery(family: FamilyId): Promise<Discovery>;
  /** The network that the page wants for a new connection. */
  network(family: FamilyId): NetworkId;
  /** Whether the person has disconnected this wallet, and connected none since. It may not have forgotten the page. */
  hasLeft(family: FamilyId, walletId: string): boolean;
  /** Called as soon as a wallet is asked: the connector can be fetched meanwhile. */
  prepare(family: FamilyId): void;
  newId(): string;
}

/** An attempt under way. */
interface Running {
  readonly wallet: WalletRef;
  readonly control: AbortController;
  /** True if the wallet is only read, after a late approval. */
  readonly isSilent: boolean;
  /** Resolves `AttemptOptions.pressed` at the person's next press. */
  press(): void;
  /** Takes back the `connecting` that was published for it. */
  release(): void;
}

type Ask = (options: AttemptOptions) => Promise<Approved>;

/** A person's attempts to connect, of which at most one runs per family. */
export class Attempts {
  readonly #needs: AttemptDependencies;
  readonly #running = new Map<FamilyId, Running>();
  /** Reads for a late approval: by family, and by the wallet if it has reported accounts. */
  readonly #reading = new Set<string>();

  constructor(needs: AttemptDependencies) {
    this.#needs = needs;
  }

  /**
   * Asks a wallet, once: a second press while it is being asked changes nothing. One that is not here is not asked,
   * and fails with `wallet/absent`; the same applies if its release was stopped, with that code.
   */
  start(family: FamilyId, walletId: string): void {
    this.#start(family, walletId);
  }

  /**
   * Asks the connected wallet to have the person choose its accounts, and adopts them. Fails with `wallet/same-account`
   * if the wallet returns the accounts already shown; wallets without account choice do.
   */
  chooseAccount(family: FamilyId): void {
    const connected = this.#view(family).connection.get();
    if (connected.status === 'connected') this.#start(family, connected.wallet.id, connected.accounts);
  }

  /** Lets the wallet that is being asked open its window: for a press that its progress `press` has asked for. */
  press(family: FamilyId): void {
    this.#running.get(family)?.press();
  }

  cancel(family: FamilyId): void {
    const attempt = this.#running.get(family);
    if (attempt === undefined) return;
    this.#end(family, attempt, { state: 'none' });
    attempt.control.abort();
  }

  /**
   * Adopts a late approval: the person's latest attempt at the wallet has failed, and the wallet approves afterwards,
   * for example in a prompt that an earlier page left open. It is read without a prompt; the attempt's failure stays if
   * it grants nothing. Returns whether it is read: false if no attempt waits for such an approval, or for one of
   * another wallet than `walletId`.
   */
  adoptLateApproval(family: FamilyId, walletId?: string): boolean {
    const { attempt, connection } = this.#view(family);
    const failed = attempt.get();
    if (!mayStillApprove(failed)) return false;
    const { id } = failed.wallet;
    if ((walletId ?? id) !== id || isConnectedTo(connection.get(), id)) return false;
    const key = `${family} ${walletId}`;
    // Some wallets report their accounts at each read.
    if (this.#reading.has(key)) return true;
    this.#reading.add(key);
    this.#readLate(family, failed)
      // It grants nothing yet.
      .catch(() => undefined)
      .finally(() => this.#reading.delete(key));
    return true;
  }

  #view(family: FamilyId): FamilyView {
    return this.#needs.store.view.family(family);
  }

  /** With `shown`, the accounts that a connected wallet shows, the wallet is to offer others. */
  #start(family: FamilyId, walletId: string, shown?: Accounts): void {
    const { store, newId, discovery, hasLeft } = this.#needs;
    if (this.#running.get(family)?.wallet.id === walletId) return;
    this.cancel(family);
    const view = this.#view(family);
    if (shown === undefined && isConnectedTo(view.connection.get(), walletId)) return;
    const listed = view.wallets.get().find(({ id }) => id === walletId);
    const wallet = toRef(listed ?? lastKnown(view, walletId));
    const refusal =
      listed && listed.reach !== 'absent'
        ? toRefusal(view)
        : failure('wallet/absent', { wallet: wallet.name });
    const ask: Ask = async (options) => {
      const opened = await discovery(family);
      if (shown) return askForOthers(opened, wallet, shown, options);
      const choice = hasLeft(family, walletId) && ({ isChoice: true } as const);
      return opened.attempt(walletId, deepFreeze({ ...options, ...choice }));
    };
    if (refusal) store.publishAttempt(family, toFailed(newId(), wallet, refusal));
    else this.#run(family, wallet, ask).catch(reportError);
  }

  async #readLate(family: FamilyId, failed: Attempt & { readonly state: 'failed' }): Promise<void> {
    const { signal } = new AbortController();
    const read = { reason: 'late-approval', network: this.#needs.network(family), signal } as const;
    const approved = await this.#needs.reads.read(family, failed.wallet, read);
    if (this.#view(family).attempt.get() !== failed || this.#running.has(family)) return;
    await this.#run(family, toRef(approved.wallet), async () => approved);
  }

  /**
   * Adopts an approval that comes after a cancel, if the person has requested this wallet again since:
   * some wallets answer nothing else while their first prompt is open.
   */
  #adoptAfterCancel(family: FamilyId, wallet: WalletRef, id: AttemptId): void {
    if (this.#running.get(family)?.isSilent || !isAskedAgain(this.#view(family), wallet, id)) return;
    this.cancel(family);
    const read: Ask = (options) =>
      this.#needs.reads.read(family, wallet, { ...options, reason: 'late-approval' });
    this.#run(family, wallet, read, true).catch(reportError);
  }

  async #run(family: FamilyId, wallet: WalletRef, ask: Ask, isSilent = false): Promise<void> {
    const { store, newId, network, prepare, adopt } = this.#needs;
    const control = new AbortController();
    const { signal } = control;
    const id = newId();
    const publish = (progress: Progress) =>
      store.publishAttempt(family, { state: 'running', id, wallet, progress });
    publish({ step: 'asking' });
    let press = () => {};
    const release = claim(store, family, wallet);
    const attempt: Running = { wallet, control, isSilent, press: () => press(), release };
    this.#running.set(family, attempt);
    const onProgress = (progress: Progress) => {
      if (this.#running.get(family) === attempt) publish(progress);
    };
    try {
      prepare(family);
      const options = deepFreeze({
        id,
        network: network(family),
        signal,
        deadlineMs: promptLateMs,
        onProgress,
        // Called when an approval comes after a cancel.
        mayUndo: () => {
          this.#adoptAfterCancel(family, wallet, id);
          return !isInUse(this.#view(family), wallet);
        },
        pressed: () => new Promise<void>((resolve) => (press = resolve)),
      });
      const approved = await orAborted(ask(options), signal);
      onProgress({ step: 'adopting' });
      await adopt(family, { approved, signal });
      this.#end(family, attempt, { state: 'none' });
    } catch (error) {
      // The wallet was restored meanwhile, as the person wanted.
      const connection = this.#view(family).connection.get();
      const isBack = hasCode(error, 'wallet/timeout') && isConnectedTo(connection, wallet.id);
      this.#end(family, attempt, isBack ? { state: 'none' } : toOutcome(error, id, wallet));
    }
  }

  /** Ends an attempt, unless a cancel or a newer one has ended it. */
  #end(family: FamilyId, attempt: Running, outcome: Attempt): void {
    if (this.#running.get(family) !== attempt) return;
    this.#running.delete(family);
    try {
      this.#needs.store.publishAttempt(family, outcome);
    } finally {
      attempt.release();
    }
  }
}

/** Why no wallet of a family is asked, if there is a reason. */
function toRefusal({ remote, releaseStatus }: FamilyView): Failure | undefined {
  const [loaded, release] = [remote.get(), releaseStatus.get()];
  // The connector failed permanently, so prompting would be pointless.
  if (loaded.stage === 'failed' && loaded.step === 'reload') return loaded.failure;
  return release.state === 'stopped' ? release.failure : undefined;
}

async function askForOthers(
  discovery: Discovery,
  wallet: WalletRef,
  shown: Accounts,
  options: AttemptOptions,
): Promise<Approved> {
  const asked = deepFreeze({ ...options, network: networkOf(shown[0]), isChoice: true } as const);
  const approved = await discovery.attempt(wallet.id, asked);
  if (String(approved.accounts) === String(shown))
    throw new LinkspanError('wallet/same-account', { wallet: wallet.name });
  return approved;
}

/**
 * Whether a newer attempt than this one is under way at a wallet, or was refused since the wallet was asking already.
 */
function isAskedAgain({ attempt }: FamilyView, wallet: WalletRef, id: AttemptId): boolean {
  const latest = attempt.get();
  if (latest.state === 'none' || latest.id === id || latest.wallet.id !== wallet.id) return false;
  return latest.state === 'running' || latest.failure.code === 'wallet/pending';
}

/** Whether a newer attempt or a connection is of this wallet, so that its late approval must not be undone. */
function isInUse(view: FamilyView, { id }: WalletRef): boolean {
  const attempt = view.attempt.get();
  const connection = view.connection.get();
  if (isRunning(attempt) && attempt.wallet.id === id) return true;
  return connection.status !== 'disconnected' && connection.wallet.id === id;
}

/** A wallet that was listed a moment ago, as the page last named it. */
function lastKnown({ attempt, connection }: FamilyView, id: string): WalletRef {
  const named = [attempt.get(), connection.get()].map((fact) => 'wallet' in fact && fact.wallet);
  return named.find((wallet) => wallet && wallet.id === id) || { id, name: id };
}

/**
 * Publishes `connecting` if nothing is connected, and returns a function that undoes it. A wallet that is connected or
 * reconnecting stays so: only a success replaces it.
 */
export function claim(store: Store, family: FamilyId, wallet: WalletRef): () => void {
  const { connection } = store.view.family(family);
  const before = connection.get();
  if (before.status !== 'disconnected') return () => undefined;
  const { lease } = store.openLease(family);
  lease.publishConnection({ status: 'connecting', wallet });
  const own = connection.get();
  return () => {
    if (connection.get() === own) lease.publishConnection(before);
  };
}

const mostDetail = 300;

/** The outcome of an attempt that has thrown: its failure, or nothing if it was cancelled. */
function toOutcome(error: unknown, id: AttemptId, wallet: WalletRef): Attempt {
  if (hasCode(error, 'wallet/cancelled')) return { state: 'none' };
  const detail = messageOf(error).slice(0, mostDetail);
  const fallback = failure('wallet/failed', { wallet: wallet.name, detail });
  return toFailed(id, wallet, toFailure(error, fallback));
}

function toFailed(id: AttemptId, wallet: WalletRef, reason: Failure): Attempt {
  return { state: 'failed', id, wallet, failure: reason };
}

/** A wallet's reference, without the other fields of its listing. */
function toRef({ id, name, icon }: WalletRef): WalletRef {
  return { id, name, ...(icon !== undefined && { icon }) };
}
