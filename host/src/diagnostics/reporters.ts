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
import { isAsking, type Request } from '../session/request.ts';

/** Dependencies of the reporters. */
export interface Reporting {
  emit(event: PageEvent): void;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Emits events for the changes of the store. Returns what ends it. */
export function reportFacts(view: View, to: Reporting): () => void {
  return endAll(
    view.families.flatMap((id) => {
      const family = view.family(id);
      return [reportAttempts, reportConnection, reportTransfers, reportStanding].map((report) =>
        report(id, family, to),
      );
    }),
  );
}

function endAll(ends: readonly (() => void)[]): () => void {
  return () => {
    for (const end of ends) end();
  };
}

/** A field that is left out if there is no code. */
const coded = (code: string | undefined) => code !== undefined && { code };

type Running = Attempt & { readonly state: 'running' };

/** Emits each step of a family's attempts, and the outcome of each. */
function reportAttempts(family: FamilyId, view: FamilyView, { emit, now }: Reporting): () => void {
  let running: Running | undefined;
  let startedAt = 0;
  const toNamed = ({ id, wallet }: Exclude<Attempt, { state: 'none' }>) => ({
    family,
    attempt: id,
    wallet: wallet.id,
  });
  const reportOutcome = (attempt: Running, code?: string) =>
    emit({ kind: 'outcome', ...toNamed(attempt), durationMs: now() - startedAt, ...coded(code) });

  return view.attempt.listen((attempt) => {
    const before = running;
    running = attempt.state === 'running' ? attempt : undefined;
    if (attempt.state === 'running') {
      const isNew = before?.id !== attempt.id;
      if (isNew) startedAt = now();
      if (isNew || before.progress.step !== attempt.progress.step)
        emit({ kind: 'attempt', ...toNamed(attempt), step: attempt.progress.step });
    } else if (attempt.state === 'failed') {
      // One that was refused at once never ran.
      const { code } = attempt.failure;
      if (before?.id === attempt.id) reportOutcome(before, code);
      else emit({ kind: 'outcome', ...toNamed(attempt), durationMs: 0, code });
    } else if (before !== undefined) {
      // Without a failure it has succeeded or was cancelled: its wallet is connected, or it is not.
      const isDone = isConnectedTo(view.connection.get(), before.wallet.id);
      reportOutcome(before, isDone ? undefined : 'wallet/cancelled');
    }
  });
}

/** A change of accounts or network alone is not reported. */
function reportConnection(family: FamilyId, { connection }: FamilyView, { emit }: Reporting): () => void {
  let { status } = connection.get();
  return connection.listen((now) => {
    const code = 'failure' in now ? now.failure?.code : undefined;
    if (now.status === status && code === undefined) return;
    status = now.status;
    emit({ kind: 'connection', family, status, ...coded(code) });
  });
}

/** Emits each state that a send comes to, once. Which send it is stays in the page. */
function reportTransfers(family: FamilyId, { transfers }: FamilyView, { emit }: Reporting): () => void {
  const toStates = (all: readonly Transfer[]) =>
    new Map(all.map(({ transaction, state }) => [transaction, state]));
  let reported = toStates(transfers.get());
  return transfers.listen((now) => {
    const before = reported;
    reported = toStates(now);
    for (const transfer of now) {
      const { state } = transfer;
      const code = 'failure' in transfer ? transfer.failure.code : undefined;
      if (before.get(transfer.transaction) !== state)
        emit({ kind: 'transfer', family, state, ...coded(code) });
    }
  });
}

function reportStanding(
  family: FamilyId,
  { releaseStatus, remote }: FamilyView,
  { emit }: Reporting,
): () => void {
  return releaseStatus.listen((now) => {
    const state = remote.get();
    if (!('release' in state) || state.release === undefined) return;
    const { remote: name, version } = state.release;
    const code = now.state === 'stopped' ? now.failure.code : undefined;
    emit({ kind: 'release', family, remote: name, version, releaseStatus: now.state, ...coded(code) });
  });
}

interface Started {
  readonly request: (PageEvent & { readonly kind: 'request' })['request'];
  readonly at: number;
  readonly wallet: string | undefined;
  /** Whether the wallet has been asked. */
  readonly isAsked: boolean;
}

/** Emits the outcome of each request to a wallet, except connecting. Returns what ends it. */
export function reportRequests(
  view: View,
  requestOf: (family: FamilyId) => Readable<Request>,
  { emit, now }: Reporting,
): () => void {
  return endAll(
    view.families.map((family) => {
      let started: Started | undefined;
      const walletOf = () => {
        const connection = view.family(family).connection.get();
        return connection.status === 'connected' ? connection.wallet.id : undefined;
      };
      return requestOf(family).listen((state) => {
        const before = started;
        started = undefined;
        if (isAsking(state)) {
          const request = state.state === 'switching' ? 'network' : state.intent.kind;
          started = {
            at: now(),
            wallet: walletOf(),
            ...before,
            request,
            isAsked: state.state !== 'checking',
          };
        } else if (before !== undefined) {
          const code = state.state === 'failed' ? state.failure.code : toCode(before, walletOf());
          const durationMs = now() - before.at;
          emit({ kind: 'request', family, request: before.request, durationMs, ...coded(code) });
        }
      });
    }),
  );
}

/** Why a request is over that has not failed: its wallet has gone, or was not even asked when it was cancelled. */
function toCode({ wallet, isAsked }: Started, now: string | undefined): Code | undefined {
  if (now !== wallet) return 'wallet/not-connected';
  return isAsked ? undefined : 'wallet/cancelled';
}
