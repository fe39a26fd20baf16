import { describeRelease } from '../build/describe-release.ts';
import { runBuild } from '../build/run-build.ts';
import { CommandError } from '../command-error.ts';
import type { Draft } from '../documents/draft.ts';
import type { Means } from '../means.ts';
import { describeDifferences } from './describe-differences.ts';
import { installSource } from './install-source.ts';
import { withWorktree } from './with-worktree.ts';

/**
 * Builds a release again from its commit alone, and refuses other bytes. `from` is the folder of the remote in a
 * checkout that has the commit. What no build can tell is taken from the release: its version, sequence, time and
 * repository. Throws `command/rebuild-dirty`, `command/no-checkout`, `command/no-commit`, `command/install-failed`,
 * `command/build-failed`, `command/rebuilt-differently`.
 */
export async function assertRebuilt(
  { value, envelope }: Extract<Draft, { kind: 'manifest' }>,
  { from, means }: { readonly from: string; readonly means: Pick<Means, 'env' | 'run' | 'progress'> },
): Promise<void> {
  const { remote, version, commit, sequence, builtAt, repository, dirty } = value;
  if (dirty) throw new CommandError('command/rebuild-dirty', { remote, version });
  const source = { commit, sequence, builtAt, ...(repository === undefined ? {} : { repository }) };
  means.progress(`Checking out ${commit}`);
  await withWorktree({ folder: from, commit }, async ({ top, folder }) => {
    await installSource(means, top);
    await runBuild(means, { remote, from: folder });
    const rebuilt = await describeRelease({ remote, from: folder, version, source });
    if (Buffer.compare(rebuilt.payload.payload, envelope.payload) === 0) return;
    const differences = describeDifferences(value, rebuilt.manifest);
    throw new CommandError('command/rebuilt-differently', { remote, version, commit, differences });
  });
}
