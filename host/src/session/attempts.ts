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
  type Lease,
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
import { promptLateMs, silentMs } from '../limits.ts';
import { endConnection } from '../loader/slot.ts';

/** Dependencies of attempts. */
export interface AttemptDependencies {
  readonly store: Store;
  /** A family's discovery, once it lists wallets. */
  discovery(family: FamilyId): Promise<Discovery>;
  /** The network that the page wants for a new connection. */
  network(family: FamilyId): NetworkId;
  /** Has the family's connector adopt an approved wallet. */
  adopt(family: FamilyId, approved: Approved, lease: Lease): Promise<void>;
  /** Called as soon as a wallet is asked: the connector can be fetched meanwhile. */
  prepare(family: FamilyId): void;
  newId(): string;
}

/** The attempts to connect: a person's, of which at most one runs per family, and the page's own at a reload. */
export interface Attempts {
  /**
   * Asks a wallet, once: a second press while it is being asked changes nothing. One that is not here is not asked,
   * and fails with `wallet/absent`; nor is one whose release was stopped, with that code.
   */
  start(family: FamilyId, walletId: string): void;
  /**
   * Asks the connected wallet to have the person choose its accounts, and adopts them. Fails with `wallet/same-account` if
   * it answers with those that it shows already, as one that cannot be asked for others does.
   */
  chooseAccount(family: FamilyId): void;
  /** Lets the wallet that is being asked open its window: for a press that its progress `press` has asked for. */
  press(family: FamilyId): void;
  cancel(family: FamilyId): void;
  /**
   * Adopts what a wallet has approved after the person's latest attempt there has failed, such as by a prompt that an
   * earlier page had left open. It is read without a prompt; the attempt's failure stays if it grants nothing. Returns
   * whether it is read: false if no attempt waits for such an approval, or for one of another wallet than `walletId`.
   */
  takeLate(family: FamilyId, walletId?: string): boolean;
  /** Adopts what a silent read has found, if it is still wanted once no other wallet is being adopted. */
  restore(family: FamilyId, approved: Approved, isWanted: () => boolean): Promise<void>;
  /** Ends a family's `reconnecting`: it is `disconnected`, and what is still under way for it is refused. */
  giveUp(family: FamilyId): void;
}

interface Running {
  readonly wallet: WalletRef;
  readonly control: AbortController;
  /** Whether the wallet is only read, after a late approval. */
  readonly isSilent: boolean;
  /** Resolves what waits for the person's next press. */
  press(): void;
  /** Takes back the `connecting` that was published for it. */
  release(): void;
}

type Ask = (options: AttemptOptions) => Promise<Approved>;

/** The attempts of a page. */
interface State {
  readonly needs: AttemptDependencies;
  readonly adopt: ReturnType<typeof createAdoptions>;
  readonly running: Map<FamilyId, Running>;
  /** What is read for a late approval: by family, and by the wallet if it has reported accounts. */
  readonly reading: Set<string>;
}

export function createAttempts(needs: AttemptDependencies): Attempts {
  const { store } = needs;
  const adopt = createAdoptions(store, needs.adopt);
  const attempts: State = { needs, adopt, running: new Map(), reading: new Set() };
  const restoring = new Map<FamilyId, AbortController>();
  return {
    start: (family, walletId) => start(attempts, family, walletId),
    chooseAccount(family) {
      const connected = store.view.family(family).connection.get();
      if (connected.status === 'connected') start(attempts, family, connected.wallet.id, connected.accounts);
    },
    press: (family) => attempts.running.get(family)?.press(),
    cancel: (family) => cancel(attempts, family),
    takeLate: (family, walletId) => takeLate(attempts, family, walletId),
    async restore(family, approved, isWanted) {
      const control = new AbortController();
      restoring.set(family, control);
      try {
        await attempts.adopt(family, { approved, isWanted, signal: control.signal });
        dropUndecided(store, family);
      } finally {
        restoring.delete(family);
      }
    },
    giveUp(family) {
      if (store.view.family(family).connection.get().status !== 'reconnecting') return;
      restoring.get(family)?.abort();
      endConnection(store, family);
    },
  };
}

/** With `shown`, the accounts that a connected wallet shows, it is to offer others. */
function start(attempts: State, family: FamilyId, walletId: string, shown?: Accounts): void {
  const { store, newId, discovery } = attempts.needs;
  if (attempts.running.get(family)?.wallet.id === walletId) return;
  cancel(attempts, family);
  const view = store.view.family(family);
  if (shown === undefined && isConnectedTo(view.connection.get(), walletId)) return;
  const listed = view.wallets.get().find(({ id }) => id === walletId);
  const wallet = toRef(listed ?? lastKnown(view, walletId));
  const refusal =
    listed && listed.reach !== 'absent' ? toRefusal(view) : failure('wallet/absent', { wallet: wallet.name });
  const ask: Ask = async (options) => {
    const opened = await discovery(family);
    return shown ? askForOthers(opened, wallet, shown, options) : opened.attempt(walletId, options);
  };
  if (refusal) store.publishAttempt(family, toFailed(newId(), wallet, refusal));
  else run(attempts, family, { wallet, ask }).catch(reportError);
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

type Failed = Attempt & { readonly state: 'failed' };

/** Why an attempt fails at a wallet that may still approve it: a prompt is open, or its accounts are yet to come. */
const undecided = ['wallet/pending', 'wallet/locked', 'wallet/timeout', 'wallet/no-accounts'];

/** A wallet that is back by itself has decided what an attempt has left open. */
function dropUndecided(store: Store, family: FamilyId): void {
  const { attempt, connection } = store.view.family(family);
  const failed = attempt.get();
  if (isUndecided(failed) && isConnectedTo(connection.get(), failed.wallet.id))
    store.publishAttempt(family, { state: 'none' });
}

function isUndecided(attempt: Attempt): attempt is Failed {
  return attempt.state === 'failed' && undecided.includes(attempt.failure.code);
}

function takeLate(attempts: State, family: FamilyId, walletId: string | undefined): boolean {
  const { needs, reading } = attempts;
  const { attempt, connection } = needs.store.view.family(family);
  const failed = attempt.get();
  if (!isUndecided(failed)) return false;
  const { id } = failed.wallet;
  if ((walletId ?? id) !== id || isConnectedTo(connection.get(), id)) return false;
  const key = `${family} ${walletId}`;
  // Some wallets report their accounts at each read.
  if (!reading.has(key)) void readLate(attempts, family, failed).finally(() => reading.delete(key));
  reading.add(key);
  return true;
}

async function readLate(attempts: State, family: FamilyId, failed: Failed) {
  const { needs } = attempts;
  const { attempt } = needs.store.view.family(family);
  const { signal } = new AbortController();
  try {
    const asked = { id: needs.newId(), network: needs.network(family), signal };
    const approved = await readApproved(attempts, family, failed.wallet, asked);
    if (attempt.get() !== failed || attempts.running.has(family)) return;
    await run(attempts, family, { wallet: toRef(approved.wallet), ask: async () => approved });
  } catch {
    // It grants nothing yet.
  }
}

/**
 * Adopts what a wallet has approved late, after a cancel, if the person has asked for this wallet again since:
 * some wallets answer nothing else while their first prompt is open.
 */
function takeCancelled(attempts: State, family: FamilyId, wallet: WalletRef, id: AttemptId): void {
  const { running, needs } = attempts;
  if (running.get(family)?.isSilent || !isAskedAgain(needs.store, family, wallet, id)) return;
  cancel(attempts, family);
  const ask: Ask = (options) => readApproved(attempts, family, wallet, options);
  run(attempts, family, { wallet, ask, isSilent: true }).catch(reportError);
}

/** Reads without a prompt what a wallet has approved. Rejects with `wallet/revoked` if that is nothing. */
async function readApproved(
  { needs }: State,
  family: FamilyId,
  wallet: WalletRef,
  { id, network, signal }: Pick<AttemptOptions, 'id' | 'network' | 'signal'>,
): Promise<Approved> {
  const discovery = await needs.discovery(family);
  const options = deepFreeze({ id, network, signal, deadlineMs: silentMs });
  const approved = await discovery.restore(wallet.id, options);
  if (approved === undefined) throw new LinkspanError('wallet/revoked', { wallet: wallet.name });
  return approved;
}

interface Start {
  readonly wallet: WalletRef;
  readonly ask: Ask;
  readonly isSilent?: boolean;
}

async function run(
  attempts: State,
  family: FamilyId,
  { wallet, ask, isSilent = false }: Start,
): Promise<void> {
  const { needs, running } = attempts;
  const { store } = needs;
  const control = new AbortController();
  const { signal } = control;
  const id = needs.newId();
  const publish = (progress: Progress) =>
    store.publishAttempt(family, { state: 'running', id, wallet, progress });
  publish({ step: 'asking' });
  let resolvePressed = () => {};
  const pressed = () => new Promise<void>((resolve) => (resolvePressed = resolve));
  const press = () => resolvePressed();
  const attempt: Running = { wallet, control, isSilent, press, release: claim(store, family, wallet) };
  running.set(family, attempt);
  const onProgress = (progress: Progress) => {
    if (running.get(family) === attempt) publish(progress);
  };
  // It is asked when an approval comes late.
  const mayUndo = () => {
    takeCancelled(attempts, family, wallet, id);
    return !isInUse(store, family, wallet);
  };
  try {
    needs.prepare(family);
    const network = needs.network(family);
    const options = deepFreeze({
      id,
      network,
      signal,
      deadlineMs: promptLateMs,
      onProgress,
      mayUndo,
      pressed,
    });
    const approved = await orAborted(ask(options), signal);
    onProgress({ step: 'adopting' });
    await attempts.adopt(family, { approved, signal });
    end(attempts, family, attempt, { state: 'none' });
  } catch (error) {
    // The wallet was restored meanwhile, which is what the person wanted.
    const connection = store.view.family(family).connection.get();
    const isBack = hasCode(error, 'wallet/timeout') && isConnectedTo(connection, wallet.id);
    end(attempts, family, attempt, isBack ? { state: 'none' } : toOutcome(error, id, wallet));
  }
}

/** Ends an attempt, unless a cancel or a newer one has ended it. */
function end({ needs, running }: State, family: FamilyId, attempt: Running, outcome: Attempt): void {
  if (running.get(family) !== attempt) return;
  running.delete(family);
  try {
    needs.store.publishAttempt(family, outcome);
  } finally {
    attempt.release();
  }
}

function cancel(attempts: State, family: FamilyId): void {
  const attempt = attempts.running.get(family);
  if (attempt === undefined) return;
  end(attempts, family, attempt, { state: 'none' });
  attempt.control.abort();
}

/** Whether a newer attempt than this one is under way at a wallet, or was refused since the wallet was asking already. */
function isAskedAgain(store: Store, family: FamilyId, wallet: WalletRef, id: AttemptId): boolean {
  const attempt = store.view.family(family).attempt.get();
  if (attempt.state === 'none' || attempt.id === id || attempt.wallet.id !== wallet.id) return false;
  return attempt.state === 'running' || attempt.failure.code === 'wallet/pending';
}

/** Whether a newer attempt or a connection stands for this wallet, so that its late approval must not be undone. */
function isInUse(store: Store, family: FamilyId, { id }: WalletRef): boolean {
  const view = store.view.family(family);
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

/** An approved wallet to be adopted. */
export interface Adoption {
  readonly approved: Approved;
  /** Aborted when it is no longer wanted: what the connector publishes after that is refused. */
  readonly signal: AbortSignal;
  /** Asked when its turn has come; if it returns false, nothing is adopted. */
  isWanted?(): boolean;
}

/** Has a family's connector adopt an approved wallet. */
export type Adopt = (family: FamilyId, adoption: Adoption) => Promise<void>;

/**
 * Adopts one wallet at a time per family, in the order of the calls: of a restored wallet and a person's later choice,
 * the choice is what is connected in the end. Rejects as the connector does, with the abort's reason, or with
 * `remote/failed` if the connector publishes nothing; what it has published by then is taken back.
 */
export function createAdoptions(store: Store, adopt: AttemptDependencies['adopt']): Adopt {
  const turns = new Map<FamilyId, Promise<void>>();

  async function takeTurn(family: FamilyId, { approved, signal, isWanted }: Adoption): Promise<void> {
    if (isWanted?.() === false) return;
    signal.throwIfAborted();
    const { lease, isSeated, end } = store.openLease(family);
    const takeBack = (failure?: Failure) => {
      end();
      // Nobody would keep it true: the connector has failed halfway, or nobody listens to it any more.
      if (isSeated()) endConnection(store, family, failure);
    };
    // At once: what the connector publishes in the same task is too late already.
    const onAbort = () => takeBack();
    signal.addEventListener('abort', onAbort);
    try {
      await orAborted(adopt(family, approved, lease), signal);
      if (!isSeated()) throw new LinkspanError('remote/failed', { family });
    } catch (error) {
      takeBack(toFailure(error, { code: 'remote/failed', context: { family } }));
      throw error;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  return (family, adoption) => {
    const adopted = (turns.get(family) ?? Promise.resolve()).then(() => takeTurn(family, adoption));
    const settled = adopted.catch(() => undefined);
    turns.set(family, settled);
    return adopted;
  };
}

/**
 * Publishes `connecting` if nothing is connected, and returns what undoes that. A wallet that is connected or
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

/** A wallet's reference, without what else its listing says. */
function toRef({ id, name, icon }: WalletRef): WalletRef {
  return { id, name, ...(icon !== undefined && { icon }) };
}
