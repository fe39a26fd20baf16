import { assertAccepts } from '@linkspan/contract';
import { createDeferred } from '../deferred.ts';
import { type Berth, publishFailed, type RemoteBoard } from './family-slot.ts';

/**
 * Takes a release from its berth that does not accept the configuration of its family, and publishes why:
 * `config/malformed`. A deploy refuses it earlier, where it has the remote's live document.
 */
export function refuseMisconfigured(berth: Berth, store: RemoteBoard): void {
  const { family, release } = berth;
  try {
    assertAccepts(release?.manifest.accepts, family, family.id);
  } catch (error) {
    const { trial, ...untried } = berth;
    publishFailed(store, untried, error, 'reload');
    berth.release = undefined;
    berth.refusal = error;
    berth.discovery = createDeferred();
    berth.discovery.reject(error);
  }
}
