import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Refusal } from '../errors.ts';
import { ProgramError } from '../run-program.ts';
import type { Environment } from '../store/address.ts';
import type { Context } from '../verb.ts';

/**
 * Runs a remote's own build, which writes its `dist`. Throws `command/not-installed`, `command/build-failed`.
 */
export async function runBuild(
  { env, run, progress }: Pick<Context, 'env' | 'run' | 'progress'>,
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
    throw new Refusal('command/build-failed', `The build of ${remote} failed. It said:\n${cause.message}`, {
      cause,
    });
  }
}

/** The same for every build: its zone and its language are not those of the machine. */
function toBuildEnvironment(env: Context['env']): Context['env'] {
  return { ...toBareEnvironment(env), NODE_ENV: 'production', NO_COLOR: '1', TZ: 'UTC', LC_ALL: 'C' };
}

/** Looks as Node does, but for what the environment adds. */
function locateVite(from: string): string {
  for (let at = from; ; at = dirname(at)) {
    const vite = join(at, 'node_modules/vite');
    if (existsSync(join(vite, 'package.json'))) return join(vite, 'bin/vite.js');
    if (at === dirname(at))
      throw new Refusal(
        'command/not-installed',
        `${from} has no Vite to build it with. Install what it needs, then run this again.`,
      );
  }
}

/** What programs need to run at all. */
const needed = /^(path|pathext|home|userprofile|tmpdir|temp|tmp|systemroot|comspec)$/i;

/**
 * What of an environment reaches a program that runs the code of a release: what programs need to run at all, and what
 * else is named. The rest could end in the bytes, or hold the keys of a store.
 */
export function toBareEnvironment(env: Environment, also?: RegExp): Environment {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => needed.test(name) || also?.test(name) === true),
  );
}
