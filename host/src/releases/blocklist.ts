import { hasCode, type ScopedStorage } from '@linkspan/contract';
import { type Blocklist, blocklistFormat, verifyBlocklist } from '@linkspan/trust';
import { runWithin, withDeadline } from '../async.ts';
import { blocklistMs, blocklistPatienceMs, blocklistSharedMs } from '../limits.ts';
import { type Fetch, loadBytes, toBytes, toText, toUnreachable } from './fetch-document.ts';
import type { BlocklistTrust } from './page-trust.ts';

/** What the host team's list is believed by. */
export interface BlocklistNeeds {
  readonly source: BlocklistTrust;
  /** One key of it is used. */
  readonly storage: ScopedStorage;
  readonly fetch: Fetch;
  now(): number;
  /** Hears why the list that came was not believed, or that none came. */
  report(error: unknown): void;
}

const key = 'blocklist';

/**
 * Returns the host team's list at each call: the newest that can be had soon, else the last good one, which is this
 * browser's or the one that came with the page. It is in force past its expiry, which is reported, since all it can do
 * is to block. One that comes late is in force from the next call on.
 */
export function openBlocklist(needs: BlocklistNeeds): () => Promise<Blocklist | undefined> {
  const { source, storage, now } = needs;
  // Storage may be emptied beneath an open page.
  let kept: string | undefined;
  let asked: { readonly at: number; readonly ended: Promise<void> } | undefined;

  async function last(): Promise<Blocklist | undefined> {
    const text = storage.get(key) ?? kept;
    const { keys, known } = source;
    if (text === undefined) return known;
    // At no time does it expire. What is older than the page knows, or does not verify any more, since the page has new
    // keys, is as if it were not there.
    const options = { hostKeys: keys, envelope: toBytes(text), seen: known?.version ?? 0, now: 0 };
    return verifyBlocklist(options).catch(() => known);
  }

  async function refresh(): Promise<void> {
    const load = (signal: AbortSignal) =>
      loadBytes(needs.fetch, source.url, { most: blocklistFormat.mostBytes, signal });
    const envelope = await runWithin(blocklistMs, load, () => toUnreachable('host'));
    if (envelope === undefined) throw new Error('There is no block list at its address');
    const seen = (await last())?.version ?? 0;
    const keep = () => {
      kept = toText(envelope);
      storage.set(key, kept);
    };
    await verifyBlocklist({ hostKeys: source.keys, envelope, seen, now: now() }).catch((error: unknown) => {
      // It is signed and not older: that nobody refreshed it is no reason to let run what it blocks.
      if (hasCode(error, 'release/expired')) keep();
      throw error;
    });
    keep();
  }

  function ask(): Promise<void> {
    const at = now();
    if (asked === undefined || Math.abs(at - asked.at) >= blocklistSharedMs)
      asked = { at, ended: refresh().catch(needs.report) };
    return asked.ended;
  }

  return async () => {
    await withDeadline(ask(), blocklistPatienceMs, () => toUnreachable('host')).catch(() => undefined);
    return last();
  };
}
