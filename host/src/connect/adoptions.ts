import type { Approved, FamilyId, Lease } from '@linkspan/contract';
import type { Store } from '@linkspan/store';
import { orAborted } from './or-aborted.ts';

/** What is to be adopted, and for how long it is wanted. */
export interface Adoption {
  readonly approved: Approved;
  /** Aborted when it is no longer wanted: what the connector publishes after that is refused. */
  readonly signal: AbortSignal;
  /** Asked when its turn has come; where it answers false, nothing is adopted. */
  isWanted?(): boolean;
}

/** Has a family's connector take over an approved wallet. Rejects as the connector does, or with the abort's reason. */
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
    const { lease, end } = store.openLease(family);
    // At once: what the connector publishes in the same turn is too late already.
    signal.addEventListener('abort', end);
    try {
      await orAborted(adopt(family, approved, lease), signal);
    } catch (error) {
      end();
      throw error;
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  return (family, adoption) => {
    const before = turns.get(family) ?? Promise.resolve();
    const turn = before.then(() => takeTurn(family, adoption));
    turns.set(
      family,
      turn.catch(() => undefined),
    );
    return turn;
  };
}
