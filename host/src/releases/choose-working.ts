import { type LiveRelease, verifyLive } from '@linkspan/trust';
import { type RecordedFailure, readFailure, readLastGood } from './failure-mark.ts';
import { toBytes } from './fetch-document.ts';
import type { LoadedLive, Releases, ReleasesNeeds } from './releases.ts';

/** The release that a page runs, the document that names it, and the failure of the release that it runs in place of. */
export interface WorkingRelease {
  readonly loaded: LoadedLive;
  readonly chosen: LiveRelease;
  readonly recordedFailure: RecordedFailure | undefined;
}

/**
 * The release that this visitor gets, or if it has failed here, another one: of the same document, else
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
  const recordedFailure = readFailure(storage, name, now());
  if (recordedFailure?.id !== chosen.id) return { loaded, chosen, recordedFailure: undefined };
  const mayRun = (one: LiveRelease) => one.id !== chosen.id && isFit(one);
  const other = loaded.live.releases.find((one) => one.share > 0 && mayRun(one));
  if (other) return { loaded, chosen: other, recordedFailure };
  try {
    const { id, text } = readLastGood(storage, name);
    const { policy } = loaded;
    const seen = { ...policy.seen, live: 0 };
    const live = await verifyLive({ ...policy, seen, envelope: toBytes(text), now: now() });
    const former = live.releases.find((one) => one.id === id && mayRun(one));
    if (former) return { loaded: { ...loaded, live }, chosen: former, recordedFailure };
  } catch {
    // What is not good any more is as if there were none.
  }
  // It is all there is, so it is tried once more.
  return { loaded, chosen, recordedFailure: undefined };
}
