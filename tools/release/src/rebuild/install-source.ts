import { toBareEnvironment } from '../build/bare-environment.ts';
import { CommandError } from '../command-error.ts';
import type { Means } from '../means.ts';
import { ProgramError } from '../run-program.ts';

/** Not `packageManager` in package.json: pnpm 12 would then install a second copy of itself. */
const pnpm = 'pnpm@12.21.0';

/** How packages are fetched on this machine, and where it keeps them. */
const fetching =
  /^(npm_config_.+|(https?|no|all)_proxy|node_extra_ca_certs|ssl_cert_(file|dir)|pnpm_home|xdg_\w+_home|(local)?appdata)$/i;

/**
 * Installs what the lockfile of a source tree says, and nothing else. No script of a package runs: what is new among
 * them is shown to the signer only afterwards. Throws `command/install-failed`.
 */
export async function installSource(
  { env, run, progress }: Pick<Means, 'env' | 'run' | 'progress'>,
  folder: string,
): Promise<void> {
  progress('Installing what the lockfile says');
  try {
    await run({
      command: 'npx',
      args: ['-y', pnpm, 'install', '--frozen-lockfile', '--prefer-offline', '--ignore-scripts'],
      folder,
      env: { ...toBareEnvironment(env, fetching), CI: 'true' },
    });
  } catch (cause) {
    if (!(cause instanceof ProgramError)) throw cause;
    throw new CommandError('command/install-failed', { detail: cause.message }, { cause });
  }
}
