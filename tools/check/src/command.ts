import { join, resolve } from 'node:path';
import { conformance } from '@linkspan/conformance';
import { findBrowser, isSandboxed, quiet } from '@linkspan/stack/programs';
import { Plain, runMain, say } from '@linkspan/stack/say';
import { type Browser, chromium } from 'playwright-core';
import { type CheckPlace, openPlace } from './open-place.ts';
import { NotOpened, openSuite } from './open-suite.ts';
import { collectProblems } from './problems.ts';
import { findSubject } from './subject.ts';

// The command that runs the suite of the contract on the release in a folder, in a real browser, with a team's own subject
// if that file exists. It tells of its work in lines of JSON, the result last; a sentence of what it lacks goes to the
// standard error. What it serves is in a folder of the given name below `.linkspan`, which is gone when it ends.

const tell = (told: object) => say(JSON.stringify(told));
const step = (text: string) => tell({ kind: 'step', text });

await runMain(async () => {
  const [folder, subject, name = join('check', String(process.pid))] = process.argv.slice(2);
  if (folder === undefined || subject === undefined) throw new Plain('Usage: command FOLDER SUBJECT [NAME]');
  const undos: (() => Promise<unknown>)[] = [];
  const done = check(resolve(folder), { subject: resolve(subject), name }, (undo) => undos.push(undo)).then(
    () => 'done',
  );
  try {
    if ((await Promise.race([done, whenLeft(), whenInterrupted()])) !== 'done') process.exitCode = 1;
  } finally {
    await Promise.allSettled(undos.map((undo) => undo()));
  }
});
// What was still being started when someone asked for the end ends with this process.
process.exit();

/** The listeners stay: execa ends the process at once if its own are the only ones left. */
function whenInterrupted(): Promise<void> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve());
  });
}

/** Resolves once nobody is there any more who started this process, or who reads what it says. */
function whenLeft(): Promise<void> {
  const parent = process.ppid;
  return new Promise((resolve) => {
    process.stdout.once('error', () => resolve());
    setInterval(() => {
      if (process.ppid !== parent) resolve();
    }, 1_000).unref();
  });
}

async function check(
  release: string,
  { subject, name }: { readonly subject: string; readonly name: string },
  opened: (undo: () => Promise<unknown>) => void,
): Promise<void> {
  step('Looking for a browser');
  const executablePath = await findBrowser();
  const place = await openPlace(release, {
    folder: resolve('.linkspan', name),
    now: Date.now(),
    findSubject: (remote) => findSubject(remote, subject),
    step,
    opened,
  });
  step('Starting the browser');
  // It is closed after a signal, too, with all the rest.
  const signals = { handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false };
  const browser = await chromium.launch({
    executablePath,
    chromiumSandbox: isSandboxed,
    args: quiet,
    ...signals,
  });
  opened(() => browser.close());
  tell({ kind: 'result', ...(await runSuite(browser, place)) });
}

/** What the suite found. */
interface SuiteResult {
  readonly passed: number;
  readonly failed: number;
  /** Cases that the practice wallet does not offer. */
  readonly notOffered: number;
  /** What failed, one sentence each. */
  readonly failures: readonly string[];
  /** Such as `Chromium 156`. */
  readonly browser: string;
}

/** Runs the whole suite on the release of a place; a problem of the page beside the cases is a failure as well. */
async function runSuite(browser: Browser, { url, candidate }: CheckPlace): Promise<SuiteResult> {
  const page = await browser.newPage();
  const problems = collectProblems(page);
  const failures: string[] = [];
  const counts = { passed: 0, notOffered: 0 };
  try {
    const run = await openSuite(page, url, candidate);
    for (const [index, { sentence }] of conformance.entries()) {
      tell({ kind: 'case', number: index + 1, of: conformance.length, sentence });
      const { passed, notOffered, error } = await run(sentence);
      if (notOffered) counts.notOffered += 1;
      else if (passed) counts.passed += 1;
      else failures.push(`${sentence}: ${error}`);
    }
  } catch (error) {
    if (!(error instanceof NotOpened)) throw error;
    failures.push(error.message);
  }
  failures.push(...new Set(problems.unexpected().map((problem) => `The page had a problem: ${problem}`)));
  const [major] = browser.version().split('.');
  return {
    ...counts,
    failed: failures.length,
    // A page in trouble may have any number of problems of any length.
    failures: failures.slice(0, 100).map((one) => one.slice(0, 1_000)),
    browser: `Chromium ${major}`,
  };
}
