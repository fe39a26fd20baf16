import { type LiveRelease, verifyLive } from '@linkspan/trust';
import { toBytes } from './document-text.ts';
import { readLastGood } from './last-good.ts';
import type { LoadedLive } from './live.ts';
import type { ReleasesNeeds } from './needs.ts';
import { type RecordedFailure, readRecordedFailures } from './recorded-failures.ts';
import type { Releases } from './releases.ts';

/**
 * The release that a page runs, the document that names it, and what is held against the one that it would run else,
 * or against that very release if there is no other.
 */
export interface WorkingRelease {
  readonly loaded: LoadedLive;
  readonly chosen: LiveRelease;
  readonly recordedFailure: RecordedFailure | undefined;
}

/**
 * The release that this visitor gets, or where something is held against it, another one: of the same document, else
 * the one that worked here, as long as its own document has not expired. That one is judged by all that the newest
 * document is judged by, but for having been replaced. Whatever serves fits this page. Rejects as `choose` throws.
 */
export async function chooseWorking(
  loaded: LoadedLive,
  { choose, isFit }: Pick<Releases, 'choose' | 'isFit'>,
  {
    remote: { name },
    storage,
    now,
  }: Pick<ReleasesNeeds, 'storage' | 'now'> & { readonly remote: { readonly name: string } },
): Promise<WorkingRelease> {
  const chosen = choose(loaded);
  const recordedFailures = readRecordedFailures(name, now());
  const recordedFailureOf = ({ id }: LiveRelease) => recordedFailures.find((one) => one.id === id);
  const recordedFailure = recordedFailureOf(chosen);
  if (!recordedFailure) return { loaded, chosen, recordedFailure };
  const mayRun = (one: LiveRelease) => !recordedFailureOf(one) && isFit(one);
  const other = loaded.live.releases.find((one) => one.share > 0 && mayRun(one));
  if (other) return { loaded, chosen: other, recordedFailure };
  try {
    const { id, text } = readLastGood(storage, name);
    const { law } = loaded;
    const seen = { ...law.seen, live: 0 };
    const live = await verifyLive({ ...law, seen, envelope: toBytes(text), now: now() });
    const former = live.releases.find((one) => one.id === id && mayRun(one));
    if (former) return { loaded: { ...loaded, live }, chosen: former, recordedFailure };
  } catch {
    // What is not good any more is as if there were none.
  }
  return { loaded, chosen, recordedFailure };
}
