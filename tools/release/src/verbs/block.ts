import { Malformed } from '@linkspan/contract';
import { type Blocked, type Blocklist, blocklistName, parseBlocklist } from '@linkspan/trust';
import { Refusal, UsageError } from '../errors.ts';
import { conflictPausesMs } from '../limits.ts';
import { toTable } from '../output.ts';
import { retry } from '../retry.ts';
import { probeStore } from '../store/open-store.ts';
import { type Store, StoreConflict, type Tag, writeOver } from '../store/store.ts';
import { toHostVersion } from '../time.ts';
import type { Args, Context, Verb } from '../verb.ts';

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
    const isAlone = args.words.length === 1 && args.one('manifest') === undefined;
    const isList = isAlone && args.word(0, 'REMOTE or list') === 'list';
    const toBlocked = isList ? undefined : toChange(args);
    const site = await openSite(args, context);
    const list = toBlocked
      ? await changeBlocklist(site, context.now(), toBlocked)
      : (await readStoredBlocklist(site))?.blocklist;
    if (list === undefined)
      return {
        lines: [`There is no block list in ${site.address}.`],
        facts: { site: site.address, blocked: [] },
      };
    return {
      lines: [`The block list has version ${list.version}.`, ...toBlockedLines(list)],
      facts: { site: site.address, ...list },
    };
  },
};

type ToBlocked = (before: readonly Blocked[]) => readonly Blocked[];

/** What the arguments make of a list: with the release, whose previous reason is replaced, or without it. */
function toChange(args: Args): ToBlocked {
  const named = toNamedRelease(args);
  const others = (before: readonly Blocked[]) =>
    before.filter((one) => one.remote !== named.remote || nameOf(one) !== nameOf(named));
  if (args.has('remove'))
    return (before) => {
      const kept = others(before);
      if (kept.length < before.length) return kept;
      throw new Refusal(
        'command/not-blocked',
        `${named.remote} ${nameOf(named)} is not blocked, so nothing was written. Blocked are: ${before.map((one) => `${one.remote} ${nameOf(one)}`).join(', ') || 'none'}.`,
      );
    };
  const reason = args.one('reason');
  if (reason === undefined) throw new UsageError('--reason TEXT is missing: people read it on the card.');
  return (before) => [...others(before), { ...named, reason }];
}

/** A release as a block list names it: by its version, or by the id of its manifest. */
type NamedRelease =
  | { readonly remote: string; readonly version: string }
  | { readonly remote: string; readonly manifest: string };

function toNamedRelease(args: Args): NamedRelease {
  const remote = args.word(0, 'REMOTE');
  const manifest = args.one('manifest');
  if (manifest === undefined) return { remote, version: args.word(1, 'VERSION') };
  if (args.words[1] === undefined) return { remote, manifest };
  throw new UsageError('Give either VERSION or --manifest ID, not both.');
}

/** How people read the release, without its remote. */
function nameOf(one: NamedRelease): string {
  return 'manifest' in one ? `manifest ${one.manifest}` : one.version;
}

/** The site has no default, since LINKSPAN_STORE names a store of remotes. */
function openSite(args: Args, { openStore }: Context): Promise<Store> {
  const address = args.one('site');
  if (address === undefined)
    throw new UsageError('--site ADDRESS is missing: where is the page served from?');
  return openStore(address);
}

interface StoredBlocklist {
  readonly blocklist: Blocklist;
  readonly tag: Tag;
}

/** The block list that is in the site, or undefined. Rejects with `command/blocklist-malformed`. */
async function readStoredBlocklist(site: Store): Promise<StoredBlocklist | undefined> {
  const file = await site.read(blocklistName);
  if (file === undefined) return undefined;
  const blocklist = parseBlocklist(new Uint8Array(file.bytes));
  if (blocklist instanceof Malformed)
    throw new Refusal(
      'command/blocklist-malformed',
      `The block list in ${site.address} is malformed, so nothing was written: ${blocklist.message}. Pages use the last list that they have seen. Restore the file from a copy.`,
    );
  return { blocklist, tag: file.tag };
}

/** Replaces the block list; if somebody else does so at the same time, both changes count. */
function changeBlocklist(site: Store, now: number, toBlocked: ToBlocked): Promise<Blocklist> {
  const change = async () => {
    const before = await readStoredBlocklist(site);
    const version = toHostVersion(before?.blocklist.version ?? 0, now);
    const next = { version, blocked: toBlocked(before?.blocklist.blocked ?? []) };
    const bytes = new TextEncoder().encode(`${JSON.stringify(next, null, 2)}\n`);
    const found = parseBlocklist(bytes);
    if (found instanceof Malformed) throw new UsageError(`This cannot be blocked: ${found.message}.`);
    if (before === undefined) await probeStore(site);
    await writeOver(site, blocklistName, bytes, before);
    return next;
  };
  const mayPass = (error: unknown) => error instanceof StoreConflict;
  return retry(change, { mayPass, pausesMs: conflictPausesMs });
}

/** What is blocked, as lines for people. */
function toBlockedLines({ blocked }: Blocklist): readonly string[] {
  if (blocked.length === 0) return ['Nothing is blocked.'];
  return toTable(
    ['remote', 'blocked', 'reason'],
    // A reason must not write anything but a line.
    blocked.map((one) => [one.remote, nameOf(one), one.reason.replace(/\p{Cc}+/gu, ' ')]),
  );
}
