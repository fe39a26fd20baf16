import { hasCode, LinkspanError } from '@linkspan/contract';
import { isClockSuspect, isOutOfTime } from '@linkspan/trust';
import { type Berth, publishFailed, type RemoteBoard } from './berth.ts';
import { assertFits } from './fit.ts';
import type { Release } from './release.ts';
import type { ReleaseSource } from './release-source.ts';

/** What releases are chosen by. */
export interface ReleaseNeeds {
  readonly store: RemoteBoard;
  /** Versions of the libraries that the page shares, by package name. */
  readonly offered: Readonly<Record<string, string>>;
  readonly source: ReleaseSource;
  /** Milliseconds since 1970. */
  now(): number;
}

/**
 * Chooses the releases of all berths, side by side. Never rejects: a failure is published. Where all documents that
 * came are out of their time at once, it is `release/clock` of those.
 */
export async function chooseReleases(berths: readonly Berth[], needs: ReleaseNeeds): Promise<void> {
  const errors = await Promise.all(berths.map((berth) => choose(berth, needs)));
  const isSuspect = isClockSuspect(errors);
  for (const [index, berth] of berths.entries()) {
    const error = errors[index];
    if (error !== undefined)
      fail(berth, isSuspect && isOutOfTime(error) ? toClockError(berth, needs) : error, needs);
  }
}

/** Asks again for a document that did not come. One that comes now is good for the next page: `release/late`. */
export async function retryDocument(berth: Berth, needs: ReleaseNeeds): Promise<void> {
  const { store } = needs;
  try {
    const { ref } = await loadRelease(berth, needs);
    publishFailed(store, berth, new LinkspanError('release/late', { remote: ref.remote }), 'reload');
  } catch (error) {
    publishFailed(store, berth, error, 'again');
  }
}

/** Answers why there is none. */
async function choose(berth: Berth, needs: ReleaseNeeds): Promise<unknown> {
  try {
    berth.release = await loadRelease(berth, needs);
    return undefined;
  } catch (error) {
    return error;
  }
}

async function loadRelease(berth: Berth, { source, offered }: ReleaseNeeds): Promise<Release> {
  const release = await source.load(berth);
  assertFits(release.manifest, offered);
  return release;
}

/** A clock that was set right is seen by a fresh page only. */
function fail(berth: Berth, error: unknown, { store }: ReleaseNeeds): void {
  publishFailed(store, berth, error, hasCode(error, 'release/clock') ? 'reload' : 'again');
  berth.discovery.reject(error);
}

function toClockError({ family }: Berth, { now }: ReleaseNeeds): LinkspanError {
  const context = { remote: family.remote.name, now: new Date(now()).toISOString() };
  return new LinkspanError('release/clock', context);
}
