import type { Manifest } from '@linkspan/trust';
import type { Asked } from '../ask/asked.ts';
import { CommandError } from '../command-error.ts';
import { toInstant } from '../documents/instant.ts';
import type { Options } from '../verb.ts';
import { type Git, openGit } from './git.ts';
import { readRepository } from './read-repository.ts';

/** What a release is built from, so that the same source gives the same bytes. */
export type Source = Pick<Manifest, 'commit' | 'sequence' | 'builtAt' | 'dirty' | 'repository'>;

/** The options that say the source where git cannot. */
export const sourceOptions: Options = {
  commit: { value: 'ID', text: 'the commit; else the one that is checked out' },
  sequence: {
    value: 'N',
    text: 'rises with each release; else the number of commits, and with --dirty above all built before',
  },
  'built-at': { value: 'INSTANT', text: 'such as 2026-11-05T12:00:00Z; else the commit’s time' },
  repository: {
    value: 'URL',
    text: 'where the source is, an https address; else as package.json or git says',
  },
  dirty: { text: 'build with changes that no commit has, for practice; the release says so of itself' },
};

/** The source of a folder. Throws `command/no-source`, `command/shallow`, `command/dirty`, `UsageError`. */
export async function readSource(asked: Asked, folder: string): Promise<Source> {
  const git = openGit(folder);
  const commit = asked.one('commit');
  const sequence = asked.whole('sequence');
  const builtAt = asked.one('built-at');
  // Who says all of it vouches for it: there may be no repository.
  const isVouched = commit !== undefined && sequence !== undefined && builtAt !== undefined;
  const isDirty = await readDirt(git, { isVouched, isAllowed: asked.has('dirty') });
  const repository = await readRepository(asked.one('repository'), folder, git);
  return {
    commit: commit ?? (await git('rev-parse', 'HEAD')),
    sequence: sequence ?? (await countCommits(git)),
    builtAt: builtAt ?? toInstant(Number(await git('log', '-1', '--format=%ct')) * 1000),
    ...(isDirty ? { dirty: true } : {}),
    ...(repository === undefined ? {} : { repository }),
  };
}

/** Whether there are changes that no commit has; where nobody can tell, what is allowed is taken to be so. */
async function readDirt(
  git: Git,
  { isVouched, isAllowed }: { readonly isVouched: boolean; readonly isAllowed: boolean },
): Promise<boolean> {
  const status = await git('status', '--porcelain').catch((cause: unknown) => {
    if (isVouched) return undefined;
    throw cause;
  });
  if (status === undefined) return isAllowed;
  const [changed] = status.split('\n');
  if (changed && !isAllowed)
    throw new CommandError('command/dirty', { file: changed.trim().replace(/^\S+\s+/, '') });
  return Boolean(changed);
}

async function countCommits(git: Git): Promise<number> {
  if ((await git('rev-parse', '--is-shallow-repository')) === 'true')
    throw new CommandError('command/shallow', {});
  return Number(await git('rev-list', '--count', 'HEAD'));
}
