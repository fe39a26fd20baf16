import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { CommandError } from '../command-error.ts';
import type { Means } from '../means.ts';
import { ProgramError } from '../run-program.ts';

/** What programs need to run at all. Nothing else of an environment reaches a build: it could end in the bytes. */
const kept = /^(path|pathext|home|userprofile|tmpdir|temp|tmp|systemroot|comspec)$/i;

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
      args: [locateVite(from), 'build', '--configLoader', 'runner', '--logLevel', 'warn'],
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
    ...Object.fromEntries(Object.entries(env).filter(([name]) => kept.test(name))),
    NODE_ENV: 'production',
    NO_COLOR: '1',
    TZ: 'UTC',
    LC_ALL: 'C',
  };
}

function locateVite(from: string): string {
  try {
    const manifest = createRequire(join(from, 'package.json')).resolve('vite/package.json');
    return join(dirname(manifest), 'bin/vite.js');
  } catch (cause) {
    throw new CommandError('command/not-installed', { folder: from }, { cause });
  }
}
