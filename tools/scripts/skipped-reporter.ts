import type { Reporter, TestCase, Vitest } from 'vitest/node';

/** Prints why tests were skipped, and fails the run if one was skipped without a reason: `skip('why')` gives one. */
export class SkippedReporter implements Reporter {
  readonly #skipped: string[] = [];
  #isFiltered = false;

  onInit(vitest: Vitest): void {
    this.#isFiltered = vitest.config.testNamePattern !== undefined;
  }

  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    if (this.#isFiltered || result.state !== 'skipped') return;
    this.#skipped.push(`Not run: ${test.fullName}: ${result.note ?? 'skipped without a reason'}`);
    if (result.note === undefined) process.exitCode = 1;
  }

  onTestRunEnd(): void {
    for (const line of this.#skipped) console.info(line);
  }
}
