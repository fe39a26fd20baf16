import type { Blocked } from '@linkspan/trust';
import {
  changeBlocklist,
  readStoredBlocklist,
  toBlockedLines,
  toNamedRelease,
  withBlocked,
  withoutBlocked,
} from '../documents/blocklist.ts';
import { UsageError } from '../errors.ts';
import { conflictPausesMs } from '../limits.ts';
import { retry } from '../retry.ts';
import { type Store, StoreConflict } from '../store/store.ts';
import type { Args, Context, Outcome, Verb } from '../verb.ts';

/** The host team's own list of releases that must not run on its page, whoever signed them. */
export const block: Verb = {
  name: 'block',
  summary: 'for the host’s team: keeps a release off its page, whoever signed it',
  words: '<REMOTE|list> [VERSION]',
  options: {
    reason: { value: 'TEXT', text: 'why, for the people whose wallet does not work; at most 300 characters' },
    manifest: { value: 'ID', text: 'the very release with this manifest, whatever its version is called' },
    remove: { text: 'let the release run again' },
    site: { value: 'ADDRESS', text: 'where the page is served from: file:…, s3://… or azure://…' },
  },
  async run(args, context) {
    const subject = args.word(0, 'REMOTE or list');
    const isAlone = args.words.length === 1 && args.one('manifest') === undefined;
    if (isAlone && subject === 'list') return listBlocked(args, context);
    const named = toNamedRelease(args);
    if (args.has('remove')) return changeBlocked(args, context, (before) => withoutBlocked(before, named));
    const reason = args.one('reason');
    if (reason === undefined) throw new UsageError('--reason TEXT is missing: people read it on the card.');
    return changeBlocked(args, context, (before) => withBlocked(before, { ...named, reason }));
  },
};

/** Changes what is blocked as asked. Rejects with what `changeBlocklist` rejects with. */
async function changeBlocked(
  args: Args,
  context: Context,
  toBlocked: (before: readonly Blocked[]) => readonly Blocked[],
): Promise<Outcome> {
  const site = await openSite(args, context);
  const mayPass = (error: unknown) => error instanceof StoreConflict;
  const change = { site, now: context.now(), toBlocked };
  const next = await retry(() => changeBlocklist(change), { mayPass, pausesMs: conflictPausesMs });
  return {
    lines: [`The block list has version ${next.version}.`, ...toBlockedLines(next)],
    facts: { site: site.address, ...next },
  };
}

/** Tells what is blocked. Rejects with `command/blocklist-malformed`. */
async function listBlocked(args: Args, context: Context): Promise<Outcome> {
  const site = await openSite(args, context);
  const there = await readStoredBlocklist(site);
  if (there === undefined)
    return {
      lines: [`There is no block list in ${site.address}.`],
      facts: { site: site.address, blocked: [] },
    };
  const { blocklist } = there;
  return {
    lines: [`Version ${blocklist.version}.`, ...toBlockedLines(blocklist)],
    facts: { site: site.address, ...blocklist },
  };
}

/** The site has no default, since LINKSPAN_STORE names a store of remotes. */
function openSite(args: Args, { openStore }: Context): Promise<Store> {
  const address = args.one('site');
  if (address === undefined)
    throw new UsageError('--site ADDRESS is missing: where is the page served from?');
  return openStore(address);
}
