import { execFile } from 'node:child_process';
import { cpus } from 'node:os';
import { promisify } from 'node:util';
import type { Browser } from 'playwright-core';
import { root } from '../../../tasks/root.mjs';
import type { Conditions } from '../figures/conditions.ts';

/** How this run is measured. */
export async function readConditions(
  browser: Browser,
  chosen: Pick<Conditions, 'rounds' | 'link' | 'processorSlowdown'>,
): Promise<Conditions> {
  return {
    ...chosen,
    browser: `Chromium ${browser.version()}`,
    machine: readMachine(),
    measuredAt: new Date().toISOString(),
    commit: await readCommit(),
  };
}

function readMachine(): string {
  const cores = cpus();
  return `${cores[0]?.model.trim() || 'a processor of unknown make'}, ${cores.length} cores`;
}

/** With a plus where there is more than was committed. */
async function readCommit(): Promise<string> {
  const git = async (...args: string[]) =>
    (await promisify(execFile)('git', args, { cwd: root })).stdout.trim();
  try {
    return `${await git('rev-parse', '--short', 'HEAD')}${(await git('status', '--porcelain')) === '' ? '' : '+'}`;
  } catch {
    return 'unknown';
  }
}
