import { access, realpath } from 'node:fs/promises';
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
      args: [await locateVite(from), 'build', '--configLoader', 'runner', '--logLevel', 'warn'],
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
  if (vite === undefined)
    throw new Refusal(
      'command/not-installed',
      `${from} has no Vite to build it with. Install what it needs, then run this again.`,
    );
  return join(vite, 'bin/vite.js');
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

/**
 * Where a package finds another, as Node looks for it but for what the environment adds; undefined if it is not
 * installed.
 */
async function locatePackage(name: string, from: string): Promise<string | undefined> {
  for (let at = from; ; at = dirname(at)) {
    const place = join(at, 'node_modules', name);
    const isThere = await access(join(place, 'package.json')).then(
      () => true,
      () => false,
    );
    if (isThere) return realpath(place);
    if (at === dirname(at)) return undefined;
  }
}
