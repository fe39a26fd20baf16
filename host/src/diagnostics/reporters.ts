import {
  type Attempt,
  type Code,
  codeOf,
  type FamilyId,
  type FamilyView,
  isConnectedTo,
  type Readable,
  type View,
} from '@linkspan/contract';
import type { liveDocumentName } from '@linkspan/trust';
import type { PageEvent } from '../events.ts';
import type { Entry } from '../ledger/entry.ts';
import { isThrownIn } from '../loader/module.ts';
import { type FamilySlot, toStage } from '../loader/slot.ts';
import { isAsking, type Request } from '../session/request.ts';

/** Dependencies of the reporters. */
export interface Reporting {
  emit(event: PageEvent): void;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Emits events for the changes of the store. Returns a function that stops it. */
export function reportFacts(view: View, to: Reporting): () => void {
  return endAll(
    view.families.flatMap((id) => {
      const family = view.family(id);
      return [reportAttempts, reportConnection, reportReleaseStatus].map((report) => report(id, family, to));
    }),
  );
}

function endAll(ends: readonly (() => void)[]): () => void {
  return () => {
    for (const end of ends) end();
  };
}

/** The field `code`, left out if there is no code. */
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
    const previous = running;
    running = attempt.state === 'running' ? attempt : undefined;
    if (attempt.state === 'running') {
      const isNew = previous?.id !== attempt.id;
      if (isNew) startedAt = now();
      if (isNew || previous.progress.step !== attempt.progress.step)
        emit({ kind: 'attempt', ...toNamed(attempt), step: attempt.progress.step });
    } else if (attempt.state === 'failed') {
      const { code } = attempt.failure;
      // An attempt that was refused at once never ran.
      if (previous?.id === attempt.id) reportOutcome(previous, code);
      else emit({ kind: 'outcome', ...toNamed(attempt), durationMs: 0, code });
    } else if (previous !== undefined) {
      // Without a failure it succeeded or was cancelled: the connection shows which.
      const isDone = isConnectedTo(view.connection.get(), previous.wallet.id);
      reportOutcome(previous, isDone ? undefined : 'wallet/cancelled');
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

function reportReleaseStatus(family: FamilyId, view: FamilyView, { emit }: Reporting): () => void {
  return view.releaseStatus.listen((now) => {
    const state = view.remote.get();
    if (!('release' in state) || state.release === undefined) return;
    const { remote, version } = state.release;
    const code = now.state === 'stopped' ? now.failure.code : undefined;
    emit({ kind: 'release', family, remote, version, releaseStatus: now.state, ...coded(code) });
  });
}

interface Started {
  readonly request: (PageEvent & { readonly kind: 'request' })['request'];
  readonly at: number;
  readonly wallet: string | undefined;
  /** True if the wallet has received the request. */
  readonly isSent: boolean;
}

/** Emits the outcome of each request to a wallet, except connecting. Returns a function that stops it. */
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
        const previous = started;
        started = undefined;
        if (isAsking(state)) {
          const request = state.state === 'switching' ? 'network' : (state.input?.kind ?? 'call');
          const { at, wallet } = previous ?? { at: now(), wallet: walletOf() };
          started = { at, wallet, request, isSent: state.state !== 'checking' };
        } else if (previous !== undefined) {
          const code = state.state === 'failed' ? state.failure.code : toCode(previous, walletOf());
          const durationMs = now() - previous.at;
          emit({ kind: 'request', family, request: previous.request, durationMs, ...coded(code) });
        }
      });
    }),
  );
}

/** Emits each outcome of a send that this page learns, without the transaction's id. Returns a function that stops it. */
export function reportSends(
  entries: Readable<readonly Entry[]>,
  { emit }: Pick<Reporting, 'emit'>,
): () => void {
  const toStates = (all: readonly Entry[]) =>
    new Map(
      all.map((entry) => [entry.id, entry.kind === 'sent' && entry.checked === 'yes' && entry.outcome]),
    );
  let reported = toStates(entries.get());
  return entries.listen((now) => {
    const before = reported;
    reported = toStates(now);
    for (const entry of now) {
      const [outcome, known] = [reported.get(entry.id), before.get(entry.id)];
      if (!outcome || outcome.state === 'unknown' || (known && known.state === outcome.state)) continue;
      const code = 'failure' in outcome ? outcome.failure.code : undefined;
      emit({ kind: 'transfer', family: entry.family, state: outcome.state, ...coded(code) });
    }
  });
}

/** Why a request ended without a failure: its wallet disconnected, or it was cancelled before the wallet received it. */
function toCode({ wallet, isSent }: Started, now: string | undefined): Code | undefined {
  if (now !== wallet) return 'wallet/not-connected';
  return isSent ? undefined : 'wallet/cancelled';
}

/**
 * Reports uncaught errors and rejections as faults of the remote whose file threw them. WebKit hides message and file of
 * an error in a script of another origin (HTML, "muted errors"): that one is not reported. Returns a function that stops it.
 */
export function reportUncaught(
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>,
  slots: readonly FamilySlot[],
  emit: Reporting['emit'],
): () => void {
  function report(error: unknown, file: string): void {
    const slot = slots.find(({ release }) => release && isThrownIn(release, error, file));
    if (slot) emit({ kind: 'fault', family: slot.family.id, code: 'remote/failed' });
  }
  const onError = ({ error, filename }: ErrorEvent) => report(error, filename);
  const onRejection = ({ reason }: PromiseRejectionEvent) => report(reason, '');
  window.addEventListener('error', onError);
  window.addEventListener('unhandledrejection', onRejection);
  return () => {
    window.removeEventListener('error', onError);
    window.removeEventListener('unhandledrejection', onRejection);
  };
}

/** Only its type is imported, so that the early script does not carry the code that reads a live document. */
const liveDocument: typeof liveDocumentName = 'live.json';

/**
 * Emits the stage `document` of each remote, timed from the page's start (Performance Timeline). Without an entry, as for
 * a failed request, the time is now.
 */
export function reportDocuments(
  slots: readonly FamilySlot[],
  {
    clock,
    base,
    emit,
  }: { clock: Pick<Performance, 'now' | 'getEntriesByName'>; base: string; emit: Reporting['emit'] },
): void {
  for (const slot of slots) {
    const { href } = new URL(slot.family.remote.url + liveDocument, base);
    const entry = clock.getEntriesByName(href, 'resource').at(-1) as PerformanceResourceTiming | undefined;
    const code = slot.refusal === undefined ? undefined : (codeOf(slot.refusal) ?? 'remote/failed');
    emit(
      toStage({ slot, stage: 'document' }, { durationMs: entry?.responseEnd || clock.now(), ...coded(code) }),
    );
  }
}
