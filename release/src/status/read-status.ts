import type { Root } from '@linkspan/trust';
import { listRemotes } from '../documents/list-remotes.ts';
import { type RemotePlace, type RemoteState, readState } from '../documents/read-state.ts';
import { explainRefusal } from '../explain-error.ts';
import type { Store } from '../store/store.ts';
import { warnOfExpiry } from './warn-of-expiry.ts';
import { warnOfReleases } from './warn-of-releases.ts';
import type { Warning } from './warning.ts';

/** A remote's state, and what somebody should see to. */
export interface RemoteStatus extends RemoteState {
  readonly warnings: readonly Warning[];
}

/** What a status is read by. */
export interface StatusMeans {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** The root that those of the store must follow from, where one is known. */
  trustedRootOf(remote: string): Promise<Root | undefined>;
}

/** The status of the named remotes; with none, of all in the store. */
export async function readStatus(
  store: Store,
  named: readonly string[],
  { now, trustedRootOf }: StatusMeans,
): Promise<readonly RemoteStatus[]> {
  const remotes = named.length > 0 ? named : await listRemotes(store);
  return Promise.all(
    remotes.map(async (remote) => {
      const trusted = await trustedRootOf(remote);
      const state = await readState({ store, remote, trusted }, now);
      return { ...state, warnings: await warn({ store, remote, trusted }, state, now) };
    }),
  );
}

async function warn(place: RemotePlace, state: RemoteState, now: number): Promise<readonly Warning[]> {
  const { remote, state: code, refusal } = state;
  const refused: Warning[] =
    refusal === undefined
      ? []
      : [{ remote, code: 'warning/refused', sentence: `A page refuses ${remote} (${code}). ${refusal}` }];
  return [...refused, ...warnOfExpiry(state, now), ...(await readReleaseWarnings(place))];
}

/** A document that cannot be read has been warned of already. */
async function readReleaseWarnings(place: RemotePlace): Promise<readonly Warning[]> {
  try {
    return await warnOfReleases(place);
  } catch (error) {
    explainRefusal(error);
    return [];
  }
}
