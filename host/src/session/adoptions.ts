import {
  type Approved,
  type Failure,
  type FamilyId,
  type Lease,
  LinkspanError,
  toFailure,
} from '@linkspan/contract';
import type { Store } from '@linkspan/store';
import { endConnection } from '../loader/end-connection.ts';
import { orAborted } from '../or-aborted.ts';

/** What is to be adopted, and for how long it is wanted. */
export interface Adoption {
  readonly approved: Approved;
  /** Aborted when it is no longer wanted: what the connector publishes after that is refused. */
  readonly signal: AbortSignal;
  /** Asked when its turn has come; where it answers false, nothing is adopted. */
  isWanted?(): boolean;
}

/**
 * Has a family's connector take over an approved wallet. Rejects as the connector does, with the abort's reason, or with
 * `remote/failed` where the connector publishes nothing; what it has published by then is taken back.
 */
export type Adopt = (family: FamilyId, adoption: Adoption) => Promise<void>;

/**
 * Adopts one wallet at a time per family, in the order of the calls: of a coming back and a person's choice, which
 * comes later, the choice is what stands in the end.
 */
export function createAdoptions(
  store: Store,
  adopt: (family: FamilyId, approved: Approved, lease: Lease) => Promise<void>,
): Adopt {
  const turns = new Map<FamilyId, Promise<void>>();

  async function takeTurn(family: FamilyId, { approved, signal, isWanted }: Adoption): Promise<void> {
    if (isWanted?.() === false) return;
    signal.throwIfAborted();
    const { lease, isSeated, end } = store.openLease(family);
    const takeBack = (failure?: Failure) => {
      end();
      // Nobody would keep it true: a connector that has failed halfway, or that nobody listens to any more.
      if (isSeated()) endConnection(store, family, failure);
    };
    // At once: what the connector publishes in the same turn is too late already.
    const onAbort = () => takeBack();
    signal.addEventListener('abort', onAbort);
    const nothingSaid: Failure = { code: 'remote/failed', context: { family } };
    try {
      await orAborted(adopt(family, approved, lease), signal);
      if (!isSeated()) throw new LinkspanError('remote/failed', { family });
    } catch (error) {
      takeBack(toFailure(error, nothingSaid));
      throw error;
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  return (family, adoption) => {
    const before = turns.get(family) ?? Promise.resolve();
    const onFocus = before.then(() => takeTurn(family, adoption));
    turns.set(
      family,
      onFocus.catch(() => undefined),
    );
    return onFocus;
  };
}
