import { execFile } from 'node:child_process';
import { cpus } from 'node:os';
import { promisify } from 'node:util';
import { root } from '@linkspan/stack/root';
import type { Conditions } from '../figures/conditions.ts';
import type { Equipment } from './visitor.ts';

/** How this run is measured. */
export async function readConditions(
  { startProfile }: Equipment,
  chosen: Pick<Conditions, 'rounds' | 'link' | 'processorSlowdown'>,
): Promise<Conditions> {
  return {
    ...chosen,
    browser: `Chromium ${await readVersion(startProfile)}`,
    machine: readMachine(),
    measuredAt: new Date().toISOString(),
    commit: await readCommit(),
  };
}

async function readVersion(startProfile: Equipment['startProfile']): Promise<string> {
  const profile = await startProfile({ width: 800, height: 600 });
  const version = profile.browser()?.version();
  await profile.close();
  return version ?? 'of unknown version';
}

function readMachine(): string {
  const cores = cpus();
  return `${cores[0]?.model.trim() || 'a processor of unknown make'}, ${cores.length} cores`;
}

/** With a plus if there is more than was committed. */
async function readCommit(): Promise<string> {
  const git = async (...args: string[]) =>
    (await promisify(execFile)('git', args, { cwd: root })).stdout.trim();
  try {
    return `${await git('rev-parse', '--short', 'HEAD')}${(await git('status', '--porcelain')) === '' ? '' : '+'}`;
  } catch {
    return 'unknown';
  }
}
