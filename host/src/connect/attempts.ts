import {
  type Approved,
  type Discovery,
  type FamilyId,
  failure,
  hasCode,
  isRunning,
  type Lease,
  LinkspanError,
  type NetworkId,
  type Progress,
  toFailure,
  type WalletRef,
} from '@linkspan/contract';
import type { Store } from '@linkspan/store';

/** What attempts need of the page. */
export interface AttemptNeeds {
  readonly store: Store;
  /** A family's discovery, once it lists wallets. */
  discovery(family: FamilyId): Promise<Discovery>;
  /** The network that the page wants for a new connection. */
  network(family: FamilyId): NetworkId;
  /** Has the family's connector take over an approved wallet. */
  adopt(family: FamilyId, approved: Approved, lease: Lease): Promise<void>;
  /** Called as soon as a wallet is asked: the connector can be fetched meanwhile. */
  prepare(family: FamilyId): void;
  newId(): string;
}

/** A person's attempts to connect: at most one runs per family, and each can be cancelled. */
export interface Attempts {
  start(family: FamilyId, walletId: string): void;
  cancel(family: FamilyId): void;
  /** Takes over what was approved without a press: by a silent read, or by a wallet that had left the page. */
  finish(family: FamilyId, approved: Approved): Promise<void>;
}

const promptDeadlineMs = 30_000;

export function createAttempts(needs: AttemptNeeds): Attempts {
  const { store } = needs;
  const running = new Map<FamilyId, AbortController>();

  function start(family: FamilyId, walletId: string): void {
    const view = store.view.family(family);
    const wallet = view.wallets.get().find(({ id }) => id === walletId);
    const connection = view.connection.get();
    if (wallet === undefined || (connection.status === 'connected' && connection.wallet.id === walletId))
      return;
    cancel(family);
    const control = new AbortController();
    running.set(family, control);
    run(family, toRef(wallet), control).catch(reportError);
  }

  async function run(family: FamilyId, wallet: WalletRef, control: AbortController): Promise<void> {
    const id = needs.newId();
    const report = (progress: Progress) => {
      if (running.get(family) === control)
        store.publishAttempt(family, { state: 'running', id, wallet, progress });
    };
    report({ step: 'asking' });
    const release = claim(store, family, wallet);
    needs.prepare(family);
    try {
      const discovery = await needs.discovery(family);
      const approved = await discovery.attempt(wallet.id, {
        id,
        network: needs.network(family),
        signal: control.signal,
        deadlineMs: promptDeadlineMs,
        onProgress: report,
        mayUndo: () => !isWanted(store, family, wallet),
      });
      control.signal.throwIfAborted();
      report({ step: 'adopting' });
      await needs.adopt(family, approved, store.openLease(family).lease);
      if (running.get(family) === control) store.publishAttempt(family, { state: 'none' });
    } catch (error) {
      if (running.get(family) !== control) return;
      store.publishAttempt(family, toOutcome(error, id, wallet, control.signal));
    } finally {
      if (running.get(family) === control) running.delete(family);
      release();
    }
  }

  function cancel(family: FamilyId): void {
    const control = running.get(family);
    running.delete(family);
    if (control === undefined) return;
    store.publishAttempt(family, { state: 'none' });
    control.abort();
  }

  return {
    start,
    cancel,
    finish: (family, approved) => needs.adopt(family, approved, store.openLease(family).lease),
  };
}

/**
 * Publishes `connecting` where nothing is connected, and answers what takes it back. While a wallet is connected it
 * stays so: only a success replaces it.
 */
function claim(store: Store, family: FamilyId, wallet: WalletRef): () => void {
  const { connection } = store.view.family(family);
  const { status } = connection.get();
  if (status !== 'disconnected' && status !== 'connecting') return () => undefined;
  const owned = store.openLease(family);
  owned.lease.publishConnection({ status: 'connecting', wallet });
  const own = connection.get();
  return () => {
    if (connection.get() === own) owned.lease.publishConnection({ status: 'disconnected' });
    owned.end();
  };
}

/** Whether a newer attempt or a connection stands for this wallet, so that its late approval must not be undone. */
function isWanted(store: Store, family: FamilyId, { id }: WalletRef): boolean {
  const view = store.view.family(family);
  const attempt = view.attempt.get();
  const connection = view.connection.get();
  if (isRunning(attempt) && attempt.wallet.id === id) return true;
  return connection.status !== 'disconnected' && connection.wallet.id === id;
}

function toOutcome(error: unknown, id: string, wallet: WalletRef, signal: AbortSignal) {
  if (signal.aborted || hasCode(error, 'wallet/cancelled')) return { state: 'none' } as const;
  const fallback = failure('wallet/failed', { wallet: wallet.name, detail: detailOf(error) });
  return { state: 'failed', id, wallet, failure: toFailure(error, fallback) } as const;
}

function detailOf(error: unknown): string {
  return error instanceof Error && !(error instanceof LinkspanError)
    ? error.message.slice(0, 200)
    : 'no reason given';
}

function toRef({ id, name, icon }: WalletRef): WalletRef {
  return { id, name, ...(icon !== undefined && { icon }) };
}
