import { join } from 'node:path';
import { CommandError } from '../command-error.ts';
import type { Means } from '../means.ts';
import { ProgramError } from '../run-program.ts';
import { toBareEnvironment } from './bare-environment.ts';
import { locatePackage } from './locate-package.ts';

/**
 * Runs a remote's own build, which writes its `dist`. Throws `command/not-installed`, `command/build-failed`.
 */
export async function runBuild(
  { env, run, progress }: Pick<Means, 'env' | 'run' | 'progress'>,
  { remote, from }: { readonly remote: string; readonly from: string },
): Promise<void> {
  progress(`Building ${remote}`);
  try {
    await run({
      command: process.execPath,
      args: [await locateVite(from), 'build', '--configLoader', 'runner', '--logLevel', 'warn'],
      folder: from,
      env: toBuildEnvironment(env),
    });
  } catch (cause) {
    if (!(cause instanceof ProgramError)) throw cause;
    throw new CommandError('command/build-failed', { remote, detail: cause.message }, { cause });
  }
}

/** The same for every build: its zone and its language are not those of the machine. */
function toBuildEnvironment(env: Means['env']): Means['env'] {
  return {
    ...toBareEnvironment(env),
    NODE_ENV: 'production',
    NO_COLOR: '1',
    TZ: 'UTC',
    LC_ALL: 'C',
  };
}

async function locateVite(from: string): Promise<string> {
  const vite = await locatePackage('vite', from);
  if (vite === undefined) throw new CommandError('command/not-installed', { folder: from });
  return join(vite, 'bin/vite.js');
}
