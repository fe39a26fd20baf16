import { assertAccepts } from '@linkspan/contract';
import { createDeferred } from '../async.ts';
import { type FamilySlot, publishFailed, type RemoteBoard } from './slot.ts';

/**
 * Takes a release from its slot that does not accept the configuration of its family, and publishes why:
 * `config/malformed`. A deploy refuses it earlier, where it has the remote's live document.
 */
export function refuseMisconfigured(slot: FamilySlot, store: RemoteBoard): void {
  const { family, release } = slot;
  try {
    assertAccepts(release?.manifest.accepts, family, family.id);
  } catch (error) {
    const { failureMark, ...untried } = slot;
    publishFailed(store, untried, error, 'reload');
    slot.release = undefined;
    slot.refusal = error;
    slot.discovery = createDeferred();
    slot.discovery.reject(error);
  }
}
