import { conformance } from '@linkspan/conformance';
import type { Browser } from 'playwright-core';
import { NotOpened, openSuite } from '../conformance/open-suite.ts';
import { collectProblems } from '../page/problems.ts';
import type { CheckPlace } from './open-place.ts';

/** What the suite found. */
export interface SuiteResult {
  readonly passed: number;
  readonly failed: number;
  /** Cases that the practice wallet does not offer. */
  readonly notOffered: number;
  /** What failed, one sentence each. */
  readonly failures: readonly string[];
  /** Such as `Chromium 156`. */
  readonly browser: string;
}

/** How far the suite is. */
export interface CaseBegun {
  readonly number: number;
  readonly of: number;
  readonly sentence: string;
}

/** A page in trouble may have any number of problems of any length. */
const mostFailures = 100;
const mostCharacters = 1_000;

/** Runs the whole suite on the release of a place; a problem of the page beside the cases is a failure as well. */
export async function runSuite(
  browser: Browser,
  { url, candidate }: CheckPlace,
  begin: (begun: CaseBegun) => void,
): Promise<SuiteResult> {
  const page = await browser.newPage();
  const problems = collectProblems(page);
  const failures: string[] = [];
  const counts = { passed: 0, notOffered: 0 };
  try {
    const run = await openSuite(page, url, candidate);
    for (const [index, { sentence }] of conformance.entries()) {
      begin({ number: index + 1, of: conformance.length, sentence });
      const { passed, notOffered, error } = await run(sentence);
      if (notOffered) counts.notOffered += 1;
      else if (passed) counts.passed += 1;
      else failures.push(`${sentence}: ${error}`);
    }
  } catch (error) {
    if (!(error instanceof NotOpened)) throw error;
    failures.push(error.message);
  }
  failures.push(...problems.unexpected().map((problem) => `The page had a problem: ${problem}`));
  const [major] = browser.version().split('.');
  return {
    ...counts,
    failed: failures.length,
    failures: failures.slice(0, mostFailures).map((one) => one.slice(0, mostCharacters)),
    browser: `Chromium ${major}`,
  };
}
