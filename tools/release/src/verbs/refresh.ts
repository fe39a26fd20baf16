import type { LivePayload } from '@linkspan/trust';
import { assertSignedByTeam } from '../documents/change-live.ts';
import { type CurrentState, toNotLive } from '../documents/live.ts';
import { livePath } from '../documents/paths.ts';
import { listRemotes } from '../documents/root.ts';
import { explainError, Refusal, UsageError } from '../errors.ts';
import { type Warning, warnOfExpiry } from '../inspect/warnings.ts';
import { openStoreFromArgs } from '../options.ts';
import { retry } from '../retry.ts';
import type { Store } from '../store/store.ts';
import { dayMs, toInstant } from '../time.ts';
import type { Args, Context, Outcome, Verb } from '../verb.ts';
import { changeAsAsked, liveOptions } from './live.ts';

/** Signs the live documents again, so that they do not expire. To be run daily. */
export const refresh: Verb = {
  name: 'refresh',
  summary: 'signs what is live again, so that it does not expire; run it daily',
  words: '[REMOTE...]',
  options: {
    all: { text: 'every remote that has a live document' },
    strict: { text: 'end with 1 if there is a warning: for a schedule' },
    ...liveOptions,
  },
  async run(args, context) {
    const { words } = args;
    if (args.has('all') === words.length > 0)
      throw new UsageError('Name the remotes to refresh, or give --all.');
    const remotes = words.length > 0 ? words : await listLive(await openStoreFromArgs(args, context));
    if (remotes.length > 0) return refreshAll(args, context, remotes);
    return { lines: ['Nothing is live yet, so there is nothing to refresh.'], facts: { remotes: [] } };
  },
};

async function listLive(store: Store): Promise<readonly string[]> {
  const remotes = await listRemotes(store);
  const files = await Promise.all(remotes.map((remote) => store.read(livePath(remote))));
  return remotes.filter((_, index) => files[index] !== undefined);
}

/**
 * Refreshes remotes one after the other. What goes wrong with one does not keep the others, and is told at the end; with
 * a single one it is the end. Rejects with what is not expected.
 */
async function refreshAll(args: Args, context: Context, remotes: readonly string[]): Promise<Outcome> {
  const done: Refreshed[] = [];
  const failed: { readonly remote: string; readonly code: string; readonly sentence: string }[] = [];
  for (const [index, remote] of remotes.entries()) {
    context.progress(`Refreshing ${remote}, ${index + 1} of ${remotes.length}`);
    try {
      done.push(await refreshRemote(args, context, remote));
    } catch (error) {
      const end = explainError(error);
      if (end === undefined || remotes.length === 1) throw error;
      failed.push({ remote, code: end.code, sentence: end.sentence });
    }
  }
  const dueAt = toInstant(context.now() + dayMs);
  const warnings = done.flatMap((one) => one.warnings);
  const [first] = done.map(({ live }) => live.expiresAt).sort();
  return {
    lines: [
      ...done.flatMap(({ lines }) => lines),
      ...failed.map(({ remote, code, sentence }) => `${remote} was not refreshed: ${sentence} (${code})`),
      ...warnings.map(({ sentence }) => sentence),
      ...(first ? [`Next refresh: by ${dueAt}. Without one, pages refuse at ${first}.`] : []),
    ],
    facts: { remotes: done.map(({ facts }) => facts), failed, warnings, dueAt },
    exitCode: failed.length > 0 || (args.has('strict') && warnings.length > 0) ? 1 : 0,
  };
}

/** A refresh that was done, and what somebody should see to. */
interface Refreshed extends Outcome {
  readonly live: LivePayload;
  readonly warnings: readonly Warning[];
}

/**
 * Signs the live document of a remote again. One that loses against another change reads again, once: it has nothing of its
 * own to say. Rejects with `command/not-live`, and with what `assertSignedByTeam` and `changeLive` reject with.
 */
async function refreshRemote(args: Args, context: Context, remote: string): Promise<Refreshed> {
  let rootUntil = '';
  const toReleases = async (before: CurrentState) => {
    if (before.now === undefined) throw toNotLive(remote);
    await assertSignedByTeam(before);
    rootUntil = before.root.expiresAt;
    return before.now.live.releases;
  };
  const mayPass = (error: unknown) => error instanceof Refusal && error.code === 'command/lost-race';
  const change = () => changeAsAsked(args, context, toReleases, remote);
  const done = await retry(change, { mayPass, pausesMs: [0] });
  const warnings = warnOfExpiry({ remote, rootUntil }, context.now());
  return { ...done, facts: { ...done.facts, warnings }, warnings };
}
