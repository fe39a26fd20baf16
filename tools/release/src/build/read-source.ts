import { access, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Manifest } from '@linkspan/trust';
import { execa } from 'execa';
import { readDraft } from '../documents/draft.ts';
import { manifestName } from '../documents/paths.ts';
import { listManifests } from '../documents/published.ts';
import { isOfStore, Refusal } from '../errors.ts';
import { openStoreFromArgs } from '../options.ts';
import { toInstant } from '../time.ts';
import type { Args, Context, Options } from '../verb.ts';

/** What a release is built from, so that the same source gives the same bytes. */
export type Source = Pick<Manifest, 'commit' | 'sequence' | 'builtAt' | 'dirty' | 'repository'>;

/** The options that say what git does not. */
export const sourceOptions: Options = {
  sequence: {
    value: 'N',
    text: 'rises with each release; else above all that are published, or the number of commits',
  },
  dirty: { text: 'build with changes that no commit has, for practice; the release says so of itself' },
};

/** The folder of a remote: the one that was asked for, else the one of its name, else the current one. */
export async function findRemoteFolder(args: Args, { folder }: Context, remote: string): Promise<string> {
  const asked = args.one('from');
  if (asked !== undefined) return resolve(folder, asked);
  const named = resolve(folder, remote);
  return access(named).then(
    () => named,
    () => folder,
  );
}

/**
 * The source of a folder, without its sequence; `now` is in milliseconds since 1970. A dirty one may be in no repository,
 * and names no commit then. Throws `command/no-source`, `command/dirty`.
 */
export async function readSource(
  args: Args,
  folder: string,
  now: number,
): Promise<Omit<Source, 'sequence' | 'repository'>> {
  const git = openGit(folder);
  const mayBeDirty = args.has('dirty');
  try {
    const [changed] = (await git('status', '--porcelain')).split('\n');
    if (changed && !mayBeDirty)
      throw new Refusal(
        'command/dirty',
        `There are changes in the tree that no commit has, such as ${changed.trim().replace(/^\S+\s+/, '')}. Commit them first; --dirty builds them all the same, for practice.`,
      );
    return {
      commit: await git('rev-parse', 'HEAD'),
      builtAt: toInstant(Number(await git('log', '-1', '--format=%ct')) * 1000),
      ...(changed ? { dirty: true } : {}),
    };
  } catch (error) {
    if (!mayBeDirty) throw error;
    return { commit: '0'.repeat(40), builtAt: toInstant(now), dirty: true };
  }
}

/**
 * The sequence of a release: the one that was asked for, or that this very version is published with; else above all that
 * are published; else the number of commits, and for what no commit counts above all that were built here. `from` is the folder of the
 * remote; the sequence of `manifest` does not count. Rejects with `command/shallow`.
 */
export async function findSequence(
  args: Args,
  context: Context,
  { from, manifest }: { readonly from: string; readonly manifest: Manifest },
): Promise<number> {
  const { remote, version, dirty } = manifest;
  const asked = args.whole('sequence');
  if (asked !== undefined) return asked;
  const list = async () => listManifests(await openStoreFromArgs(args, context), remote);
  const published = await list().catch((error: unknown): readonly Manifest[] => {
    if (!isOfStore(error)) throw error;
    // Who builds may have no key to the store.
    return [];
  });
  const same = published.find((one) => one.version === version);
  if (same !== undefined) return same.sequence;
  const above = Math.max(0, ...published.map((one) => one.sequence + 1));
  if (dirty) return Math.max(above, await countBuilt(resolve(context.folder, releasesHome, remote), version));
  return above || countCommits(openGit(from));
}

/** Where releases are built, from the folder of the command. */
export const releasesHome = '.linkspan/releases';

async function countCommits(git: Git): Promise<number> {
  if ((await git('rev-parse', '--is-shallow-repository')) === 'true')
    throw new Refusal(
      'command/shallow',
      'This checkout has not the whole history, so its commits cannot be counted. Fetch it whole, or give --sequence.',
    );
  return Number(await git('rev-list', '--count', 'HEAD'));
}

/** Runs git in a folder; returns what it printed, trimmed. Rejects with `command/no-source`. */
export type Git = (...args: readonly string[]) => Promise<string>;

/** Git in a folder. */
export function openGit(folder: string): Git {
  return async (...args) => {
    const { failed, stdout, stderr, message } = await execa('git', args, { cwd: folder, reject: false });
    if (!failed) return stdout;
    const complaint = stderr
      ?.trim()
      .split('\n')[0]
      ?.replace(/^fatal: /, '');
    throw new Refusal(
      'command/no-source',
      `Git does not say what ${folder} is built from: ${complaint || message}. Run this in a checkout; --dirty builds it all the same, for practice.`,
    );
  };
}

/** A sequence above those of all other versions that were built into a folder. */
async function countBuilt(home: string, version: string): Promise<number> {
  const names = await readdir(home).catch((): string[] => []);
  const drafts = await Promise.all(
    // What else lies there counts for nothing.
    names.map((name) => readDraft(join(home, name, manifestName)).catch(() => undefined)),
  );
  const others = drafts.flatMap((draft) =>
    draft?.kind === 'manifest' && draft.value.version !== version ? [draft.value.sequence + 1] : [],
  );
  return Math.max(1, ...others);
}
