import {
  dryRunOption,
  findTrustedRoot,
  openStoreFromArgs,
  storeOption,
  trustedRootOption,
} from '../args/options.ts';
import { readCurrentState } from '../documents/live.ts';
import type { Verdict } from '../documents/plan-prune.ts';
import { planPrune } from '../documents/plan-prune.ts';
import { readPolicy } from '../documents/policy.ts';
import { carryOut } from '../documents/prune.ts';
import { toSize, toTable } from '../output.ts';
import type { StoredEntry } from '../store/store.ts';
import type { Verb } from '../verb.ts';

/** Removes old releases that nobody needs. */
export const prune: Verb = {
  name: 'prune',
  summary: 'removes old releases; never one that is live, a way back, or that an open page may need',
  forms: ['prune REMOTE [--dry-run]'],
  options: { ...storeOption, ...trustedRootOption, ...dryRunOption },
  async run(args, context) {
    const remote = args.word(0, 'REMOTE');
    const isDry = args.has('dry-run');
    const store = await openStoreFromArgs(args, context);
    const { retentionDays } = await readPolicy(store);
    const before = await readCurrentState(store, remote, await findTrustedRoot(args, context, remote));
    const plan = await planPrune(before, { now: context.now(), retentionDays });
    const { verdicts, files, history } = isDry
      ? plan
      : await carryOut(plan, { store, remote, progress: context.progress });
    const removed = verdicts.filter(({ isKept }) => !isKept);
    const kept = verdicts.filter(({ isKept }) => isKept);
    const done = isDry ? 'would be removed' : 'removed';
    return {
      lines: [
        ...toLines(remote, [
          ...removed.map((one) => toRow(one, done)),
          ...kept.map((one) => toRow(one, 'stays')),
        ]),
        `A release stays ${retentionDays} days after it was last live. Files that no release needs any more ${done}: ${describeFiles(files)}. Former live documents ${done}: ${history.length}.`,
      ],
      facts: {
        remote,
        store: store.address,
        retentionDays,
        removed: removed.map(toFacts),
        kept: kept.map(toFacts),
        files: files.map(({ path }) => path),
        history: history.map(({ live }) => live.version),
        isWritten: !isDry,
      },
    };
  },
};

function toLines(remote: string, rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return [`No release of ${remote} is published.`];
  return toTable(['release', 'what', 'why', 'own files', 'size'], rows);
}

function toRow(verdict: Verdict, what: string): readonly string[] {
  const { version, reason, until, files, bytes } = toFacts(verdict);
  const why = until === undefined ? reason : `${reason}, until ${until}`;
  return [version, what, why, `${files}`, toSize(bytes)];
}

function describeFiles(files: readonly StoredEntry[]): string {
  return files.length === 0 ? '0' : `${files.length}, ${toSize(sumOf(files))}`;
}

/** What is in its own folder goes with it; what it has together with others when none of them needs it. */
function toFacts({ release, reason, until }: Verdict) {
  const { version, files } = release;
  return { version, reason, until, files: files.length, bytes: sumOf(files) };
}

function sumOf(files: readonly StoredEntry[]): number {
  return files.reduce((sum, { size }) => sum + size, 0);
}
