import { codeOf, LinkspanError } from '@linkspan/contract';
import { isClockSuspect, isOutOfTime } from '@linkspan/trust';
import { type Berth, publishFailed, type RemoteBoard } from '../../loader/family-slot.ts';
import type { ReleaseSource } from '../../loader/release-source.ts';
import { admit } from '../../releases/admit.ts';
import { assertFits } from '../../releases/compatible.ts';

/** What refusals are judged by. */
export interface RefusalNeeds {
  readonly store: RemoteBoard;
  /** Versions of the libraries that the page shares, by package name. */
  readonly offered: Readonly<Record<string, string>>;
  /** Milliseconds since 1970. */
  now(): number;
}

/**
 * Publishes why berths have no release, and takes releases from their berths that do not fit this page, or are not to run in it, before any of
 * their code is loaded. Where all documents that came are out of their time at once, it is `release/clock` of those.
 */
export function publishRefusals(berths: readonly Berth[], needs: RefusalNeeds): void {
  const isSuspect = isClockSuspect(berths.map(({ refusal }) => refusal));
  for (const berth of berths) {
    refuseUnfit(berth, needs);
    const { refusal } = berth;
    if (refusal !== undefined)
      fail(berth, isSuspect && isOutOfTime(refusal) ? toClockError(berth, needs) : refusal, needs);
  }
}

/** Asks again for a document that did not come. One that comes now is good for the next page: `release/late`. */
export async function retryDocument(
  berth: Berth,
  { source, store, offered }: RefusalNeeds & { readonly source: ReleaseSource },
): Promise<void> {
  try {
    const { manifest, ref } = admit(await source.load(berth));
    assertFits(manifest, offered);
    publishFailed(store, berth, new LinkspanError('release/late', { remote: ref.remote }), 'reload');
  } catch (error) {
    publishFailed(store, berth, error, 'again');
  }
}

function refuseUnfit(berth: Berth, { offered }: RefusalNeeds): void {
  try {
    if (berth.release === undefined) return;
    berth.release = admit(berth.release);
    assertFits(berth.release.manifest, offered);
  } catch (error) {
    berth.release = undefined;
    berth.refusal = error;
  }
}

/** What only a fresh page can see mended: a clock that was set right, a browser that is a newer one. */
const forReload: readonly (string | undefined)[] = [
  'release/clock',
  'release/uncheckable',
  'loader/unenforced',
];

function fail(berth: Berth, error: unknown, { store }: RefusalNeeds): void {
  publishFailed(store, berth, error, forReload.includes(codeOf(error)) ? 'reload' : 'again');
  berth.discovery.reject(error);
}

function toClockError({ family }: Berth, { now }: RefusalNeeds): LinkspanError {
  const context = { remote: family.remote.name, now: new Date(now()).toISOString() };
  return new LinkspanError('release/clock', context);
}
