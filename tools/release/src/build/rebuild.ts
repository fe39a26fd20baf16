import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Manifest } from '@linkspan/trust';
import type { Draft } from '../documents/draft.ts';
import { Refusal } from '../errors.ts';
import type { Context } from '../verb.ts';
import { describeRelease } from './describe-release.ts';
import { installSource, toEmptyHome } from './install-source.ts';
import { openGit } from './read-source.ts';
import { runBuild } from './run-build.ts';

/**
 * Builds a release again from its commit alone, and refuses other bytes. `from` is the folder of the remote in a
 * checkout that has the commit. What no build can tell is taken from the release: its version, sequence, time and
 * repository. Throws `command/rebuild-dirty`, `command/no-checkout`, `command/no-commit`, `command/no-lockfile`,
 * `command/commit-link`, `command/unpinned`, `command/install-failed`, `command/install-setting`, `command/build-failed`, `command/rebuilt-differently`.
 */
export async function assertRebuilt(
  { value, envelope }: Extract<Draft, { kind: 'manifest' }>,
  { from, context }: { readonly from: string; readonly context: Pick<Context, 'env' | 'run' | 'progress'> },
): Promise<void> {
  const { remote, version, commit, sequence, builtAt, repository, dirty } = value;
  if (dirty)
    throw new Refusal(
      'command/rebuild-dirty',
      `${remote} ${version} was built with changes that no commit has, so nobody can build it again. Let it be built from a commit; for practice, --no-rebuild signs it all the same.`,
    );
  const source = { commit, sequence, builtAt, ...(repository === undefined ? {} : { repository }) };
  context.progress(`Checking out ${commit}`);
  await withWorktree({ folder: from, commit }, async ({ top, folder, home }) => {
    await installSource(context, top, folder);
    await runBuild({ ...context, env: toEmptyHome(context.env, home) }, { remote, from: folder });
    const rebuilt = await describeRelease({ remote, from: folder, version, source });
    if (Buffer.compare(rebuilt.payload.payload, envelope.payload) === 0) return;
    const differences = describeDifferences(value, rebuilt.manifest);
    throw new Refusal(
      'command/rebuilt-differently',
      `Building ${remote} ${version} again from commit ${commit} gives other bytes: ${differences}. Nothing was signed. Ask whoever built it, and do not sign before you know why.`,
    );
  });
}

/** Where a release differs from what its source gives, for people: three files, else fields of the manifest. */
function describeDifferences(release: Manifest, rebuilt: Manifest): string {
  const others = new Map(rebuilt.files.map(({ path, integrity }) => [path, integrity]));
  const own = new Set(release.files.map(({ path }) => path));
  const files = [
    ...release.files.flatMap(({ path, integrity }) => {
      if (!others.has(path)) return [`${path} does not come of it`];
      return others.get(path) === integrity ? [] : [`${path} has other content`];
    }),
    ...[...others.keys()].filter((path) => !own.has(path)).map((path) => `${path} is missing in the release`),
  ];
  const fields = (Object.keys({ ...release, ...rebuilt }) as (keyof Manifest)[])
    .filter((name) => !isDeepStrictEqual(release[name], rebuilt[name]))
    .map((name) => `its list of ${name} is another`);
  const found = files.length > 0 ? files : fields;
  return `${found.slice(0, 3).join(', ')}${found.length > 3 ? `, and ${found.length - 3} more` : ''}`;
}

/**
 * Runs a work on a commit that is checked out on its own, and gone afterwards: what is changed in the checkout has no
 * part in it. The work gets the top of it, the folder in it that was asked for, and an empty home. Throws `command/no-checkout`, `command/no-commit`.
 */
export async function withWorktree<Value>(
  { folder, commit }: { readonly folder: string; readonly commit: string },
  work: (worktree: {
    readonly top: string;
    readonly folder: string;
    readonly home: string;
  }) => Promise<Value>,
): Promise<Value> {
  const git = openGit(folder);
  const prefix = await git('rev-parse', '--show-prefix').catch((cause: unknown) => {
    throw new Refusal(
      'command/no-checkout',
      `To build the release again, its source must be here, but ${folder} is no folder of a git checkout. Run this in one, or name the remote’s folder by --from FOLDER; --no-rebuild signs all the same.`,
      { cause },
    );
  });
  await git('cat-file', '-e', `${commit}^{commit}`).catch((cause: unknown) => {
    throw new Refusal(
      'command/no-commit',
      `The checkout of ${folder} does not have commit ${commit}, from which this release is said to be built. Fetch it (git fetch), then run this again.`,
      { cause },
    );
  });
  const place = await mkdtemp(join(tmpdir(), 'linkspan-rebuild-'));
  const [top, home] = [join(place, 'source'), join(place, 'home')];
  try {
    await mkdir(home);
    // A hook may be a file of the commit itself.
    await git('-c', 'core.hooksPath=/dev/null', 'worktree', 'add', '--quiet', '--detach', top, commit);
    return await work({ top, folder: join(top, prefix), home });
  } finally {
    await rm(place, { recursive: true, force: true });
    await git('worktree', 'prune');
  }
}
