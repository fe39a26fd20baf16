import type { Reporter, TestCase, Vitest } from 'vitest/node';

/** Prints why tests were skipped, and fails the run if one was skipped without a reason: `skip('why')` gives one. */
export class SkippedReporter implements Reporter {
  readonly #skipped: string[] = [];
  #isFiltered = false;
  #tagsFilter: readonly string[] | undefined;

  onInit(vitest: Vitest): void {
    this.#isFiltered = vitest.config.testNamePattern !== undefined;
    this.#tagsFilter = vitest.config.tagsFilter;
  }

  onTestCaseResult(test: TestCase): void {
    const result = test.result();
    if (this.#isFiltered || result.state !== 'skipped' || this.#isLeftOut(test)) return;
    this.#skipped.push(`Not run: ${test.fullName}: ${result.note ?? 'skipped without a reason'}`);
    if (result.note === undefined) process.exitCode = 1;
  }

  /** Whether the run names a tag, with `!` before it for all other tests, and the test is none of those. */
  #isLeftOut({ tags }: TestCase): boolean {
    return (
      this.#tagsFilter?.some((tag) => tags.includes(tag.replace('!', '')) === tag.startsWith('!')) ?? false
    );
  }

  onTestRunEnd(): void {
    for (const line of this.#skipped) console.info(line);
  }
}
