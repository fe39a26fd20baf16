import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openGit } from '../build/git.ts';
import { CommandError } from '../command-error.ts';

/** A commit, checked out beside the checkout. */
export interface Worktree {
  readonly top: string;
  /** Where in it the folder is that was asked for. */
  readonly folder: string;
}

/**
 * Runs a work on a commit that is checked out on its own, and gone afterwards: what is changed in the checkout has no
 * part in it. Throws `command/no-checkout`, `command/no-commit`.
 */
export async function withWorktree<Value>(
  { folder, commit }: { readonly folder: string; readonly commit: string },
  work: (worktree: Worktree) => Promise<Value>,
): Promise<Value> {
  const git = openGit(folder);
  const prefix = await git('rev-parse', '--show-prefix').catch((cause: unknown) => {
    throw new CommandError('command/no-checkout', { folder }, { cause });
  });
  await git('cat-file', '-e', `${commit}^{commit}`).catch((cause: unknown) => {
    throw new CommandError('command/no-commit', { commit, folder }, { cause });
  });
  const place = await mkdtemp(join(tmpdir(), 'linkspan-rebuild-'));
  const top = join(place, 'source');
  try {
    // A hook may be a file of the commit itself.
    await git('-c', 'core.hooksPath=/dev/null', 'worktree', 'add', '--quiet', '--detach', top, commit);
    return await work({ top, folder: join(top, prefix) });
  } finally {
    await rm(place, { recursive: true, force: true });
    await git('worktree', 'prune');
  }
}
