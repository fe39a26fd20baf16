import { CommandError } from '../command-error.ts';
import type { Means } from '../means.ts';
import { ProgramError } from '../run-program.ts';

/** Not `packageManager` in package.json: pnpm 12 would then install a second copy of itself. */
const pnpm = 'pnpm@12.21.0';

/** Installs what the lockfile of a source tree says, and nothing else. Throws `command/install-failed`. */
export async function installSource(
  { env, run, progress }: Pick<Means, 'env' | 'run' | 'progress'>,
  folder: string,
): Promise<void> {
  progress('Installing what the lockfile says');
  try {
    await run({
      command: 'npx',
      args: ['-y', pnpm, 'install', '--frozen-lockfile', '--prefer-offline'],
      folder,
      env: { ...env, CI: 'true', NODE_ENV: undefined },
    });
  } catch (cause) {
    if (!(cause instanceof ProgramError)) throw cause;
    throw new CommandError('command/install-failed', { detail: cause.message }, { cause });
  }
}
