import { Malformed } from '@linkspan/contract';
import { type Blocked, type Blocklist, blocklistName, parseBlocklist } from '@linkspan/trust';
import { Refusal, UsageError } from '../errors.ts';
import { conflictPausesMs } from '../limits.ts';
import { toTable } from '../output.ts';
import { retry } from '../retry.ts';
import { probeStore } from '../store/open-store.ts';
import { type Store, StoreConflict, type Tag, writeOver } from '../store/store.ts';
import { toHostVersion } from '../time.ts';
import type { Args, Verb } from '../verb.ts';

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
    const [first, second] = args.words;
    const isList = first === 'list' && second === undefined && args.one('manifest') === undefined;
    const change = isList ? undefined : toChange(args);
    const address = args.one('site');
    // It has no default, since LINKSPAN_STORE names a store of remotes.
    if (address === undefined)
      throw new UsageError('--site ADDRESS is missing: where is the page served from?');
    const site = await context.openStore(address);
    const list = change
      ? await changeBlocklist(site, context.now(), change)
      : (await readStoredBlocklist(site))?.blocklist;
    return {
      lines: list
        ? [`The block list has version ${list.version}.`, ...toBlockedLines(list)]
        : [`There is no block list in ${site.address}.`],
      facts: { site: site.address, blocked: [], ...list },
    };
  },
};

/** What becomes of a list. */
type Change = (before: readonly Blocked[]) => readonly Blocked[];

/** What the arguments ask for: the release on the list, with a new reason if it is there, or off it. */
function toChange(args: Args): Change {
  const named = toNamedRelease(args);
  const others = (before: readonly Blocked[]) =>
    before.filter((one) => one.remote !== named.remote || nameOf(one) !== nameOf(named));
  if (args.has('remove'))
    return (before) => {
      const kept = others(before);
      if (kept.length < before.length) return kept;
      const blocked = before.map((one) => `${one.remote} ${nameOf(one)}`).join(', ') || 'none';
      throw new Refusal(
        'command/not-blocked',
        `${named.remote} ${nameOf(named)} is not blocked, so nothing was written. Blocked are: ${blocked}.`,
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

/** The block list that is in the site, or undefined. Rejects with `command/blocklist-malformed`. */
async function readStoredBlocklist(
  site: Store,
): Promise<{ readonly blocklist: Blocklist; readonly tag: Tag } | undefined> {
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
function changeBlocklist(site: Store, now: number, change: Change): Promise<Blocklist> {
  const write = async () => {
    const before = await readStoredBlocklist(site);
    const version = toHostVersion(before?.blocklist.version ?? 0, now);
    const next = { version, blocked: change(before?.blocklist.blocked ?? []) };
    const bytes = new TextEncoder().encode(`${JSON.stringify(next, null, 2)}\n`);
    const found = parseBlocklist(bytes);
    if (found instanceof Malformed) throw new UsageError(`This cannot be blocked: ${found.message}.`);
    if (before === undefined) await probeStore(site);
    await writeOver(site, blocklistName, bytes, before);
    return next;
  };
  const mayPass = (error: unknown) => error instanceof StoreConflict;
  return retry(write, { mayPass, pausesMs: conflictPausesMs });
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
