import type { FamilyId, View } from '@linkspan/contract';
import { firstRetryMs, mostRetryMs } from '../../limits.ts';

/** What trying again needs of the page. */
export interface TryAgainNeeds {
  readonly view: View;
  /** Tries a failed remote again. */
  retry(family: FamilyId): Promise<void>;
  refreshBalance(family: FamilyId): Promise<void>;
  /** Milliseconds since 1970. */
  now(): number;
}

/** Failures that end by themselves once the network is back. */
const passing = [
  'release/unreachable',
  'release/portal',
  'loader/unreachable',
  'loader/portal',
  'loader/timeout',
];

/** Stages in which a remote is being loaded. */
const underWay = ['pending', 'mounting'];

/**
 * Tries once what had failed for want of a network: remotes and balances, and remotes that are being loaded if they fail
 * after all, since that may have begun without one. To be called whenever there is reason to hope, such as the device
 * being online again; where it keeps failing, ever more rarely.
 */
export function createTryAgain({ view, retry, refreshBalance, now }: TryAgainNeeds): () => void {
  const followed = new Set<FamilyId>();
  const pauses = new Map<FamilyId, { readonly until: number; readonly ms: number }>();

  function toTry(family: FamilyId): ((family: FamilyId) => Promise<void>) | undefined {
    const { remote, connection, balanceFailure } = view.family(family);
    const state = remote.get();
    if (state.stage === 'failed')
      return state.step === 'again' && passing.includes(state.failure.code) ? retry : undefined;
    const isAsked = connection.get().status === 'connected' && balanceFailure.get() !== undefined;
    return isAsked ? refreshBalance : undefined;
  }

  function tryFamily(family: FamilyId): void {
    const run = toTry(family);
    if (run === undefined) {
      pauses.delete(family);
      follow(family);
      return;
    }
    const { until = 0, ms = firstRetryMs } = pauses.get(family) ?? {};
    if (now() < until && until - now() <= mostRetryMs) return;
    pauses.set(family, { until: now() + ms, ms: Math.min(mostRetryMs, 2 * ms) });
    // What comes of it is in the store.
    run(family).catch(() => undefined);
  }

  function follow(family: FamilyId): void {
    const { remote } = view.family(family);
    if (followed.has(family) || !underWay.includes(remote.get().stage)) return;
    followed.add(family);
    const end = remote.listen(({ stage }) => {
      end();
      followed.delete(family);
      // In a task of its own: what has failed is being cleared away in this one.
      if (stage === 'failed') setTimeout(() => tryFamily(family));
    });
  }

  return () => view.families.forEach(tryFamily);
}
