import { attemptCases, discoveryCases } from './attempt-cases.ts';
import { commandCases } from './command-cases.ts';
import { connectionCases } from './connection-cases.ts';
import { settleCases } from './settle-cases.ts';
import { type Case, NotOffered } from './stage.ts';
import type { Subject } from './subject.ts';
import { unmountCases } from './unmount-cases.ts';

export type { Case } from './stage.ts';
export type { Subject, TestWallet } from './subject.ts';

/** The cases that every remote must pass. */
export const conformance: readonly Case[] = [
  ...discoveryCases,
  ...attemptCases,
  ...connectionCases,
  ...commandCases,
  ...settleCases,
  ...unmountCases,
];

/** The outcome of one case. */
export interface Result {
  readonly sentence: string;
  readonly passed: boolean;
  /** The wallet does not offer the feature of the case. */
  readonly notOffered?: true;
  /** The fault, if it has not passed. */
  readonly error?: string;
}

/** Runs the cases one after the other, and yields each result as soon as it is known. */
export async function* runConformance<Namespace extends string>(
  subject: Subject<Namespace>,
  cases: readonly Case[] = conformance,
): AsyncGenerator<Result, void, void> {
  for (const { sentence, run } of cases)
    yield await run(subject).then(
      () => ({ sentence, passed: true }),
      (error: unknown) =>
        error instanceof NotOffered
          ? { sentence, passed: true, notOffered: true }
          : { sentence, passed: false, error: error instanceof Error ? error.message : String(error) },
    );
}
