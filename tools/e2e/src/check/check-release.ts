import { join, resolve } from 'node:path';
import { findBrowser } from '@linkspan/stack/programs';
import { Plain, runMain, say } from '@linkspan/stack/say';
import { chromium } from 'playwright-core';
import { startBrowser } from '../place/browser.ts';
import { openPlace } from './open-place.ts';
import { runSuite } from './run-suite.ts';

// The command that holds the release in a folder to the contract's suite, in a real browser. It tells of its work in
// lines of JSON, the result last; a sentence of what it lacks goes to the standard error. What it serves is in a folder
// of the given name below `.linkspan`, which is gone when it ends.

const tell = (told: object) => say(JSON.stringify(told));
const step = (text: string) => tell({ kind: 'step', text });

await runMain(async () => {
  const [folder, name = join('check', String(process.pid))] = process.argv.slice(2);
  if (folder === undefined) throw new Plain('Usage: check-release.ts FOLDER [NAME]');
  const undos: (() => Promise<unknown>)[] = [];
  const done = check(resolve(folder), name, (undo) => undos.push(undo)).then(() => 'done');
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
  folder: string,
  name: string,
  opened: (undo: () => Promise<unknown>) => void,
): Promise<void> {
  step('Looking for a browser');
  const path = await findBrowser();
  const place = await openPlace(folder, { name, now: Date.now(), step, opened });
  step('Starting the browser');
  const server = await startBrowser({ path, endsOnSignal: false });
  opened(() => server.close());
  const browser = await chromium.connect(server.wsEndpoint());
  const result = await runSuite(browser, place, (begun) => tell({ kind: 'case', ...begun }));
  tell({ kind: 'result', ...result });
}
