import {
  type Approved,
  type Failure,
  type FamilyId,
  type Lease,
  LinkspanError,
  toFailure,
} from '@linkspan/contract';
import type { Store } from '@linkspan/store';
import { orAborted } from '../async.ts';
import { endConnection } from '../loader/slot.ts';

/** An approved wallet to be adopted. */
export interface Adoption {
  readonly approved: Approved;
  /** Aborted when it is no longer wanted: later publications of the connector are refused. */
  readonly signal: AbortSignal;
  /** Asked when its turn has come, and when the connector publishes it; if it returns false, nothing is adopted. */
  isWanted?(): boolean;
}

/** Has a family's connector adopt an approved wallet. */
export type Adopt = (family: FamilyId, adoption: Adoption) => Promise<void>;

/**
 * Adopts one wallet at a time per family, in the order of the calls: of a restored wallet and a person's later choice,
 * the choice is what is connected in the end. Rejects as the connector does, with the abort's reason, or with
 * `remote/failed` if the connector publishes nothing; earlier publications of this adoption are undone.
 */
export function createAdoptions(
  store: Store,
  adopt: (family: FamilyId, approved: Approved, lease: Lease) => Promise<void>,
): Adopt {
  const turns = new Map<FamilyId, Promise<void>>();

  async function takeTurn(family: FamilyId, { approved, signal, isWanted }: Adoption): Promise<void> {
    if (isWanted?.() === false) return;
    signal.throwIfAborted();
    const { lease, isSeated, end } = store.openLease(family, isWanted);
    const takeBack = (failure?: Failure) => {
      end();
      // The connector has failed halfway, or nobody listens to it any more, so the connection would become stale.
      if (isSeated()) endConnection(store, family, failure);
    };
    // Synchronously: the connector's next publication in the same task is too late already.
    const onAbort = () => takeBack();
    signal.addEventListener('abort', onAbort);
    try {
      await orAborted(adopt(family, approved, lease), signal);
      if (!isSeated()) throw new LinkspanError('remote/failed', { family });
    } catch (error) {
      takeBack(toFailure(error, { code: 'remote/failed', context: { family } }));
      throw error;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  return (family, adoption) => {
    const adopted = (turns.get(family) ?? Promise.resolve()).then(() => takeTurn(family, adoption));
    const settled = adopted.catch(() => undefined);
    turns.set(family, settled);
    return adopted;
  };
}
