import { type Attempt, type FamilyId, type FamilyView, isConnectedTo } from '@linkspan/contract';
import type { Reporting } from './report.ts';

type Running = Attempt & { readonly state: 'running' };

/** Tells each step of a family's attempts, and how each ended. */
export function reportAttempts(family: FamilyId, view: FamilyView, { emit, now }: Reporting): () => void {
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
