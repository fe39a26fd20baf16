import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Manifest } from '@linkspan/trust';
import type { Asked } from '../ask/asked.ts';
import { CommandError } from '../command-error.ts';
import { toInstant } from '../documents/instant.ts';
import type { Options } from '../verb.ts';

/** What a release is built from, so that the same source gives the same bytes. */
export type Source = Pick<Manifest, 'commit' | 'sequence' | 'builtAt'>;

/** The options that say the source where git cannot. */
export const sourceOptions: Options = {
  commit: { value: 'ID', text: 'the commit; else the one that is checked out' },
  sequence: { value: 'N', text: 'rises with each release; else the number of commits' },
  'built-at': { value: 'INSTANT', text: 'such as 2026-11-05T12:00:00Z; else the commit’s time' },
  dirty: { text: 'build with changes that no commit has, for practice' },
};

const run = promisify(execFile);

/** The source of a folder. Throws `command/no-source`, `command/shallow`, `command/dirty`. */
export async function readSource(asked: Asked, folder: string): Promise<Source> {
  const git = createGit(folder);
  const given = {
    commit: asked.one('commit'),
    sequence: asked.whole('sequence'),
    builtAt: asked.one('built-at'),
  };
  const { commit, sequence, builtAt } = given;
  // Who says all of it vouches for it: there may be no repository.
  if (commit !== undefined && sequence !== undefined && builtAt !== undefined)
    return { commit, sequence, builtAt };
  if (!asked.has('dirty')) await assertClean(git);
  return {
    commit: commit ?? (await git('rev-parse', 'HEAD')),
    sequence: sequence ?? (await countCommits(git)),
    builtAt: builtAt ?? toInstant(Number(await git('log', '-1', '--format=%ct')) * 1000),
  };
}

type Git = (...args: readonly string[]) => Promise<string>;

function createGit(folder: string): Git {
  return async (...args) => {
    try {
      return (await run('git', [...args], { cwd: folder })).stdout.trim();
    } catch (cause) {
      const detail = (cause as { stderr?: string }).stderr?.trim() || (cause as Error).message;
      throw new CommandError('command/no-source', { folder, detail }, { cause });
    }
  };
}

async function assertClean(git: Git): Promise<void> {
  const [changed] = (await git('status', '--porcelain')).split('\n');
  if (changed) throw new CommandError('command/dirty', { file: changed.trim().replace(/^\S+\s+/, '') });
}

async function countCommits(git: Git): Promise<number> {
  if ((await git('rev-parse', '--is-shallow-repository')) === 'true')
    throw new CommandError('command/shallow', {});
  return Number(await git('rev-list', '--count', 'HEAD'));
}
