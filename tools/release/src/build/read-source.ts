import { access, readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import type { Manifest } from '@linkspan/trust';
import { execa } from 'execa';
import { readDraft } from '../documents/draft.ts';
import { manifestName } from '../documents/paths.ts';
import { listManifests } from '../documents/published.ts';
import { isOfStore, Refusal, UsageError } from '../errors.ts';
import { openStoreFromArgs } from '../options.ts';
import { toInstant } from '../time.ts';
import type { Args, Context, Options } from '../verb.ts';

/** What a release is built from, so that the same source gives the same bytes. */
export type Source = Pick<Manifest, 'commit' | 'sequence' | 'builtAt' | 'dirty' | 'repository'>;

/** The options that say the source where git cannot. */
export const sourceOptions: Options = {
  commit: { value: 'ID', text: 'the commit; else the one that is checked out' },
  sequence: {
    value: 'N',
    text: 'rises with each release; else above all that are published, or the number of commits',
  },
  'built-at': { value: 'INSTANT', text: 'such as 2026-11-05T12:00:00Z; else the commit’s time' },
  repository: {
    value: 'URL',
    text: 'where the source is, an https address; else as package.json or git says',
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

/** The source of a folder, without a sequence that is not given. Throws `command/no-source`, `command/dirty`, `UsageError`. */
export async function readSource(args: Args, folder: string): Promise<Omit<Source, 'sequence'>> {
  const git = openGit(folder);
  const commit = args.one('commit');
  const builtAt = args.one('built-at');
  // Who says all of it vouches for it: there may be no repository.
  const isVouched = commit !== undefined && args.whole('sequence') !== undefined && builtAt !== undefined;
  const isDirty = await readDirt(git, { isVouched, isAllowed: args.has('dirty') });
  const repository = await readRepository(args.one('repository'), folder, git);
  return {
    commit: commit ?? (await git('rev-parse', 'HEAD')),
    builtAt: builtAt ?? toInstant(Number(await git('log', '-1', '--format=%ct')) * 1000),
    ...(isDirty ? { dirty: true } : {}),
    ...(repository === undefined ? {} : { repository }),
  };
}

/** Whether there are changes that no commit has; if nobody can tell, what is allowed is taken to be so. */
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
    throw new Refusal(
      'command/dirty',
      `There are changes in the tree that no commit has, such as ${changed.trim().replace(/^\S+\s+/, '')}. Commit them first; --dirty builds them all the same, for practice.`,
    );
  return Boolean(changed);
}

/** What a sequence goes on from. */
export interface Numbering {
  readonly args: Args;
  readonly context: Context;
  /** The folder of the remote. */
  readonly from: string;
  /** The release, with any sequence. */
  readonly manifest: Manifest;
}

/**
 * The sequence of a release: the one that was asked for, or that this very version is published with; else above all that
 * are published; else the number of commits, and for what no commit counts above all that were built here. Rejects with
 * `command/shallow`.
 */
export async function findSequence({ args, context, from, manifest }: Numbering): Promise<number> {
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

/**
 * Where the source of a folder is available, an https address without credentials, or undefined. It is the one that was
 * asked for, else that of the nearest `package.json` that names one, which is the same on every machine, else git's
 * `origin`. Throws `UsageError` if the one that was asked for is no https address.
 */
async function readRepository(
  given: string | undefined,
  folder: string,
  git: Git,
): Promise<string | undefined> {
  if (given !== undefined) {
    const address = toHttps(given);
    if (address === undefined)
      throw new UsageError(`--repository should be an https address, not “${given}”.`);
    return address;
  }
  const origin = () => git('remote', 'get-url', 'origin').catch(() => '');
  return (await findInPackages(folder)) ?? toHttps(await origin());
}

async function findInPackages(folder: string): Promise<string | undefined> {
  for (let at = folder; at !== dirname(at); at = dirname(at)) {
    const address = toHttps(await readNamed(join(at, 'package.json')));
    if (address !== undefined) return address;
  }
  return undefined;
}

async function readNamed(file: string): Promise<string> {
  const content = await readFile(file, 'utf8').catch(() => '{}');
  const { repository }: { repository?: unknown } = JSON.parse(content);
  const named = (repository as { url?: unknown } | undefined)?.url ?? repository;
  return typeof named === 'string' ? named : '';
}

function toHttps(text: string): string | undefined {
  if (!URL.canParse(text.replace(/^git\+/, ''))) return undefined;
  const { protocol, host, pathname } = new URL(text.replace(/^git\+/, ''));
  return protocol === 'https:' ? `https://${host}${pathname.replace(/(\.git)?\/?$/, '')}` : undefined;
}

/** Runs git in a folder; returns what it printed, trimmed. Rejects with `command/no-source`. */
export type Git = (...args: readonly string[]) => Promise<string>;

/** Git in a folder. */
export function openGit(folder: string): Git {
  return async (...args) => {
    try {
      return (await execa('git', args, { cwd: folder })).stdout;
    } catch (cause) {
      const complaint = (cause as { stderr?: string }).stderr?.trim().split('\n')[0];
      const detail = complaint?.replace(/^fatal: /, '') || (cause as Error).message;
      throw new Refusal(
        'command/no-source',
        `Git does not say what ${folder} is built from: ${detail}. Give --commit, --sequence and --built-at instead.`,
        { cause },
      );
    }
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
