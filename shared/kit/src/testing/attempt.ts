import type { AttemptOptions, NetworkId, Progress } from '@linkspan/contract';

/** The options of an attempt at a wallet, the steps that it reports, and its cancel. */
export function createAttempt<Namespace extends string>(
  network: NetworkId<Namespace>,
  changes: Partial<AttemptOptions<Namespace>> = {},
) {
  const steps: Progress['step'][] = [];
  const control = new AbortController();
  const options: AttemptOptions<Namespace> = {
    ...{ id: 'attempt-1', network, signal: control.signal, deadlineMs: 60_000 },
    onProgress: ({ step }) => steps.push(step),
    mayUndo: () => true,
    pressed: async () => undefined,
    ...changes,
  };
  return { options, steps, cancel: () => control.abort() };
}
