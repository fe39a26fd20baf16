import { join, resolve } from 'node:path';
import { isVersion, verifyManifest } from '@linkspan/trust';
import { findRemoteFolder, readSource, releasesHome } from '../build/read-source.ts';
import { checkNames, hasPassed, readCheckReport } from '../documents/check-report.ts';
import { readDraft } from '../documents/draft.ts';
import { lacksSignatures, manifestIdOf } from '../documents/live.ts';
import { manifestName } from '../documents/paths.ts';
import { findRelease, type ReleaseFolder } from '../documents/release-folder.ts';
import { readRoot } from '../documents/root.ts';
import { explainError, UsageError } from '../errors.ts';
import { findTrustedRoot, openStoreFromArgs, withWords } from '../options.ts';
import { command, toShown } from '../output.ts';
import { findOwnRemote } from '../packages.ts';
import type { Args, Context, Outcome, Verb } from '../verb.ts';
import { build } from './build.ts';
import { check } from './check.ts';
import { liveOptions, promote, readShare, shareOptions } from './live.ts';
import { publish } from './publish.ts';
import { signDraft } from './sign.ts';

/** Brings a version from its commit to visitors, as far as the signatures allow. */
export const ship: Verb = {
  name: 'ship',
  summary: 'builds, checks and signs a version; once the people have signed too, publishes and promotes it',
  words: '<VERSION>',
  options: {
    remote: { value: 'REMOTE', text: 'the remote; else the one of the package.json here' },
    from: { value: 'FOLDER', text: 'the folder of the remote; else REMOTE, else this one' },
    ...shareOptions,
    ...liveOptions,
  },
  async run(args, context) {
    const version = args.word(0, 'VERSION');
    const remote = args.one('remote') ?? (await findOwnRemote(context.folder));
    if (remote === undefined)
      throw new UsageError('--remote REMOTE is missing: no package.json here names one.');
    if (!isVersion(version)) throw new UsageError(`VERSION should be such as 1.2.3, not “${version}”.`);
    const share = String(readShare(args));
    const folder = resolve(context.folder, releasesHome, remote, version);
    const lines: string[] = [];
    const facts = { remote, version, folder };
    const add = (outcome: Outcome) =>
      lines.push(...outcome.lines.filter((line) => !line.startsWith('Next: ')));

    if (!(await isBuilt(args, context, { remote, folder })))
      add(await build.run(withWords(args, [remote], { version }), context));
    const release = await findRelease(folder, context.folder);
    if (!(await isChecked(release))) {
      const checked = await check.run(withWords(args, [folder]), context);
      add(checked);
      if (checked.exitCode) return { lines, facts: { ...facts, step: 'check' }, exitCode: checked.exitCode };
    }
    let missing = await findMissing(args, context, folder);
    if (missing !== undefined) {
      add(await signDraft(withWords(args, [folder]), context, 'online'));
      missing = await findMissing(args, context, folder);
    }
    if (missing !== undefined) {
      const same = ['remote', 'from', 'share'].flatMap((name) => {
        const value = args.one(name);
        return value === undefined ? [] : [`--${name} ${value}`];
      });
      const again = [command, 'ship', version, ...same].join(' ');
      const next = `Next: ${command} sign ${toShown(folder, context.folder)}, by a person; then again ${again}`;
      return { lines: [...lines, missing, next], facts: { ...facts, step: 'sign' } };
    }
    add(await publish.run(withWords(args, [folder]), context));
    add(await promote.run(withWords(args, [remote, version], { share }), context));
    return { lines, facts: { ...facts, step: 'done' } };
  },
};

/** Whether this commit is built already: a second call only goes on. Rejects if there are changes that no commit has. */
async function isBuilt(
  args: Args,
  context: Context,
  { remote, folder }: { readonly remote: string; readonly folder: string },
): Promise<boolean> {
  const { commit } = await readSource(args, await findRemoteFolder(args, context, remote), context.now());
  const draft = await readDraft(join(folder, manifestName)).catch(() => undefined);
  return draft?.kind === 'manifest' && draft.value.commit === commit && !draft.value.dirty;
}

async function isChecked({ folder, value, envelope }: ReleaseFolder): Promise<boolean> {
  const checked = await readCheckReport(folder, value.remote);
  return checkNames.every((name) => hasPassed(checked?.report, name, manifestIdOf(envelope)));
}

/** Which signatures a release lacks under its root, as a sentence; undefined if it has enough. */
async function findMissing(args: Args, context: Context, folder: string): Promise<string | undefined> {
  const { value, envelope } = await findRelease(folder, context.folder);
  const store = await openStoreFromArgs(args, context);
  const root = await readRoot(store, value.remote, await findTrustedRoot(args, context, value.remote));
  try {
    await verifyManifest(root, envelope);
    return undefined;
  } catch (error) {
    if (!lacksSignatures(error)) throw error;
    return explainError(error)?.sentence;
  }
}
