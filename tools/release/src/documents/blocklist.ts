import { Malformed } from '@linkspan/contract';
import { type Blocked, type Blocklist, blocklistName, parseBlocklist } from '@linkspan/trust';
import { Refusal, UsageError } from '../errors.ts';
import { toTable } from '../output.ts';
import { probeStore } from '../store/open-store.ts';
import { liveHeaders, type Store, type Tag } from '../store/store.ts';
import { toHostVersion } from '../time.ts';
import type { Args } from '../verb.ts';

/** The block list of a site, and the tag to replace it under. */
export interface StoredBlocklist {
  readonly blocklist: Blocklist;
  readonly tag: Tag;
}

/** The block list that is in the site, or undefined. Rejects with `command/blocklist-malformed`. */
export async function readStoredBlocklist(site: Store): Promise<StoredBlocklist | undefined> {
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

/** One change of the host team's block list. */
export interface BlocklistChange {
  /** Where the page is, as a store. */
  readonly site: Store;
  /** Milliseconds since 1970. */
  readonly now: number;
  toBlocked(before: readonly Blocked[]): readonly Blocked[];
}

/**
 * Replaces the block list, if it is still the one that was read. Rejects with `command/blocklist-malformed`, and with a
 * `StoreConflict` if somebody else was first. Throws `UsageError` for what cannot be in a list.
 */
export async function changeBlocklist({ site, now, toBlocked }: BlocklistChange): Promise<Blocklist> {
  const before = await readStoredBlocklist(site);
  const version = toHostVersion(before?.blocklist.version ?? 0, now);
  const next = { version, blocked: toBlocked(before?.blocklist.blocked ?? []) };
  const bytes = new TextEncoder().encode(`${JSON.stringify(next, null, 2)}\n`);
  const found = parseBlocklist(bytes);
  if (found instanceof Malformed) throw new UsageError(`This cannot be blocked: ${found.message}.`);
  await write(site, before, bytes);
  return next;
}

async function write(site: Store, before: StoredBlocklist | undefined, bytes: Uint8Array): Promise<void> {
  const headers = liveHeaders(blocklistName);
  if (before !== undefined)
    return void (await site.replaceIfUnchanged(blocklistName, bytes, before.tag, headers));
  await probeStore(site);
  await site.createIfAbsent(blocklistName, bytes, headers);
}

/** A release as a block list names it: by its version, or by the id of its manifest. */
export type NamedRelease =
  | { readonly remote: string; readonly version: string }
  | { readonly remote: string; readonly manifest: string };

/** The release that is asked for. Throws `UsageError`. */
export function toNamedRelease(args: Args): NamedRelease {
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

/** The list with this release, whose previous reason is replaced. */
export function withBlocked(before: readonly Blocked[], added: Blocked): readonly Blocked[] {
  return [...before.filter((one) => !isSame(one, added)), added];
}

/** The list without this release. Throws `command/not-blocked`. */
export function withoutBlocked(before: readonly Blocked[], named: NamedRelease): readonly Blocked[] {
  const kept = before.filter((one) => !isSame(one, named));
  if (kept.length < before.length) return kept;
  throw new Refusal(
    'command/not-blocked',
    `${named.remote} ${nameOf(named)} is not blocked, so nothing was written. Blocked are: ${before.map((one) => `${one.remote} ${nameOf(one)}`).join(', ') || 'none'}.`,
  );
}

function isSame(one: NamedRelease, other: NamedRelease): boolean {
  return one.remote === other.remote && nameOf(one) === nameOf(other);
}

/** What is blocked, as lines for people. */
export function toBlockedLines({ blocked }: Blocklist): readonly string[] {
  if (blocked.length === 0) return ['Nothing is blocked.'];
  return toTable(
    ['remote', 'blocked', 'reason'],
    // A reason must not write anything but a line.
    blocked.map((one) => [one.remote, nameOf(one), one.reason.replace(/\p{Cc}+/gu, ' ')]),
  );
}
