import type { LivePayload } from '@linkspan/trust';
import { isSameLive } from '../documents/change-live.ts';
import { type PreviousLive, readHistory } from '../documents/history.ts';
import { manifestOf, readStoredLive, signersOfLive } from '../documents/live.ts';
import { readRoot } from '../documents/root.ts';
import { toTable } from '../output.ts';
import { toShortTime } from '../time.ts';
import type { RemoteInStore } from './remote-state.ts';

/** A time in which the same releases had the same shares; refreshes do not end it. */
export interface LivePeriod {
  /** The version of the live document that it began with. */
  readonly version: number;
  /** ISO 8601; `until` is missing where it lasts. */
  readonly since: string;
  readonly until?: string;
  /** Whose signatures on that first document are valid under the present root. */
  readonly keyids: readonly string[];
  readonly releases: readonly { readonly version: string; readonly share: number }[];
}

type Document = Pick<PreviousLive, 'live' | 'bytes'>;

/** What was live of a remote when, the newest first. Rejects as reading the root does. */
export async function readPeriods({ store, remote, trusted }: RemoteInStore): Promise<readonly LivePeriod[]> {
  const root = await readRoot(store, remote, trusted);
  const now = await readStoredLive(store, remote);
  const documents: readonly Document[] = [...(await readHistory(store, remote)), ...(now ? [now] : [])];
  const first = documents.filter((one, index) => !isRefresh(one.live, documents[index - 1]?.live));
  const periods = await Promise.all(
    first.map(async ({ live, bytes }, index) => ({
      version: live.version,
      since: live.since ?? live.issuedAt,
      ...toUntil(first[index + 1]),
      keyids: await signersOfLive(root, new Uint8Array(bytes)),
      releases: live.releases.map((one) => ({ version: manifestOf(one, remote).version, share: one.share })),
    })),
  );
  return periods.reverse();
}

/** A writer that was cut off has kept the document that is still live. */
function isRefresh(live: LivePayload, before: LivePayload | undefined): boolean {
  return before !== undefined && isSameLive(before.releases, live.releases);
}

function toUntil(next: Document | undefined): Pick<LivePeriod, 'until'> {
  return next === undefined ? {} : { until: next.live.issuedAt };
}

/** What was live when, as a table for people. */
export function toPeriodLines(
  periods: readonly LivePeriod[],
  {
    remote,
    now,
    nameOf,
  }: { readonly remote: string; readonly now: number; readonly nameOf: (keyid: string) => string },
): readonly string[] {
  if (periods.length === 0) return [`Nothing of ${remote} was ever live.`];
  const rows = periods.map(({ version, since, until, keyids, releases }) => [
    toShortTime(since, now),
    until === undefined ? 'now' : toShortTime(until, now),
    releases.map((one) => `${one.version} for ${one.share} %`).join(', ') || 'nothing, it was withdrawn',
    keyids.map(nameOf).join(' '),
    `${version}`,
  ]);
  return toTable(['since', 'until', 'live', 'by', 'document'], rows);
}
