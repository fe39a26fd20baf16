import {
  type Attempt,
  type Code,
  type FamilyId,
  type FamilyView,
  isConnectedTo,
  type Readable,
  type Transfer,
  type View,
} from '@linkspan/contract';
import type { PageEvent } from '../events.ts';
import type { Request } from '../session/request.ts';

/** What is needed to tell what happens. */
export interface Reporting {
  emit(event: PageEvent): void;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Tells the outcome of the store's facts, as events. Returns what ends it. */
export function reportFacts(view: View, tell: Reporting): () => void {
  const ends = view.families.flatMap((id) => {
    const family = view.family(id);
    return [
      reportAttempts(id, family, tell),
      tellConnection(id, family, tell),
      reportTransfers(id, family, tell),
      tellStanding(id, family, tell),
    ];
  });
  return () => {
    for (const end of ends) end();
  };
}

/** A change of accounts or network is none of status, and is nobody's business. */
function tellConnection(family: FamilyId, { connection }: FamilyView, { emit }: Reporting): () => void {
  let status = connection.get().status;
  return connection.listen((now) => {
    const code = 'failure' in now ? now.failure?.code : undefined;
    if (now.status === status && code === undefined) return;
    status = now.status;
    emit({ kind: 'connection', family, status, ...(code !== undefined && { code }) });
  });
}

function tellStanding(family: FamilyId, { standing, remote }: FamilyView, { emit }: Reporting): () => void {
  return standing.listen((now) => {
    const state = remote.get();
    const release = 'release' in state ? state.release : undefined;
    if (release === undefined) return;
    const { remote: name, version } = release;
    const code = now.state === 'stopped' ? now.failure.code : undefined;
    const about = { kind: 'release', family, remote: name, version, standing: now.state } as const;
    emit({ ...about, ...(code !== undefined && { code }) });
  });
}

type Running = Attempt & { readonly state: 'running' };

/** Tells each step of a family's attempts, and how each ended. */
function reportAttempts(family: FamilyId, view: FamilyView, { emit, now }: Reporting): () => void {
  let running: Running | undefined;
  let begunAt = 0;

  function tellStep(attempt: Running): void {
    if (running?.id !== attempt.id) begunAt = now();
    if (running?.id !== attempt.id || running.progress.step !== attempt.progress.step)
      emit({ kind: 'attempt', ...toNamed(attempt), step: attempt.progress.step });
    running = attempt;
  }

  function reportOutcome(attempt: Running, code?: string): void {
    const durationMs = now() - begunAt;
    emit({ kind: 'outcome', ...toNamed(attempt), durationMs, ...(code !== undefined && { code }) });
  }

  const toNamed = ({ id, wallet }: Exclude<Attempt, { state: 'none' }>) => ({
    family,
    attempt: id,
    wallet: wallet.id,
  });

  return view.attempt.listen((attempt) => {
    const before = running;
    if (attempt.state === 'running') return tellStep(attempt);
    running = undefined;
    if (attempt.state === 'failed') {
      // One that was refused at once never ran.
      const { code } = attempt.failure;
      if (before?.id === attempt.id) reportOutcome(before, code);
      else emit({ kind: 'outcome', ...toNamed(attempt), durationMs: 0, code });
    } else if (before !== undefined) {
      // Without a failure it was carried out or given up: its wallet is connected, or it is not.
      const isDone = isConnectedTo(view.connection.get(), before.wallet.id);
      reportOutcome(before, isDone ? undefined : 'wallet/cancelled');
    }
  });
}

/** Tells each state that a send comes to, once. Which send it is stays in the page. */
function reportTransfers(family: FamilyId, { transfers }: FamilyView, { emit }: Reporting): () => void {
  let told = toStates(transfers.get());
  return transfers.listen((now) => {
    const before = told;
    told = toStates(now);
    for (const transfer of now)
      if (before.get(transfer.transaction) !== transfer.state)
        emit({ kind: 'transfer', family, state: transfer.state, ...toCode(transfer) });
  });
}

function toStates(transfers: readonly Transfer[]): ReadonlyMap<string, Transfer['state']> {
  return new Map(transfers.map(({ transaction, state }) => [transaction, state]));
}

function toCode(transfer: Transfer): { readonly code?: string } {
  return 'failure' in transfer ? { code: transfer.failure.code } : {};
}

type Asked = (PageEvent & { readonly kind: 'request' })['request'];

interface Begun {
  readonly asked: Asked;
  readonly at: number;
  readonly wallet: string | undefined;
  /** Whether it has come as far as the wallet. */
  readonly isAsked: boolean;
}

/** Tells how each request ended that a wallet was asked beside connecting. Returns what ends it. */
export function reportRequests(
  view: View,
  request: (family: FamilyId) => Readable<Request>,
  tell: Reporting,
): () => void {
  const ends = view.families.map((family) => {
    const walletOf = () => {
      const connection = view.family(family).connection.get();
      return connection.status === 'connected' ? connection.wallet.id : undefined;
    };
    return tellOf(family, request(family), walletOf, tell);
  });
  return () => {
    for (const end of ends) end();
  };
}

function tellOf(
  family: FamilyId,
  request: Readable<Request>,
  walletOf: () => string | undefined,
  { emit, now }: Reporting,
): () => void {
  let begun: Begun | undefined;
  return request.listen((state) => {
    const before = begun;
    const asked = toAsked(state);
    begun = asked && { at: now(), wallet: walletOf(), ...before, asked, isAsked: state.state !== 'checking' };
    if (begun !== undefined || before === undefined) return;
    const code = state.state === 'failed' ? state.failure.code : toUntold(before, walletOf());
    const durationMs = now() - before.at;
    emit({ kind: 'request', family, request: before.asked, durationMs, ...(code !== undefined && { code }) });
  });
}

/** Why a request is over where nobody says so: its wallet has gone, or was not even asked when it was cancelled. */
function toUntold({ wallet, isAsked }: Begun, now: string | undefined): Code | undefined {
  if (now !== wallet) return 'wallet/not-connected';
  return isAsked ? undefined : 'wallet/cancelled';
}

/** What a wallet is being asked for; undefined while it is not. */
function toAsked(request: Request): Asked | undefined {
  if (request.state === 'none' || request.state === 'failed') return undefined;
  return request.state === 'switching' ? 'network' : request.intent.kind;
}
