import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Mutant } from './mutants-of.ts';

const vitest = join(dirname(createRequire(import.meta.url).resolve('vitest/package.json')), 'vitest.mjs');
const config = join(import.meta.dirname, 'vitest.config.ts');

/** Whether the package's tests fail with a fault. Tests that end at no time within a minute fail with it. */
export async function isCaught(mutant: Mutant | undefined): Promise<boolean> {
  const child = spawn(process.execPath, [vitest, 'run', '--config', config], {
    env: { ...process.env, LINKSPAN_MUTANT: JSON.stringify(mutant ?? {}), LINKSPAN_LONG: '' },
    stdio: 'ignore',
    timeout: 60_000,
    killSignal: 'SIGKILL',
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  return code !== 0;
}
