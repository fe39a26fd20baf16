import { families, nearChainIds, SECOND_PATH, toNearId } from '../../families.ts';
import { type ServedNetwork, serveNetworks } from '../front.ts';
import { NetworkFaults } from '../network-faults.ts';
import { createLedger } from './ledger.ts';
import { callNear } from './methods.ts';
import { toNearErrorBody } from './near-error.ts';

/**
 * Starts the two NEAR fixtures, at `/` and `/second`. Port 0 takes any free port; `now` is in milliseconds since 1970.
 * Throws `chain/port-in-use`.
 */
export function startNearFixture({ port, now }: { readonly port: number; readonly now: () => number }) {
  const [first, second] = nearChainIds;
  const networks = new Map([
    ['/', openFixture(first, now)],
    [SECOND_PATH, openFixture(second, now)],
  ]);
  const { variable } = families.near.servers.near;
  return serveNetworks({ port, title: 'the NEAR fixtures', variable }, networks);
}

function openFixture(chainId: string, now: () => number): ServedNetwork {
  const faults = new NetworkFaults();
  const ledger = createLedger(chainId, faults, now);
  return {
    id: toNearId(chainId),
    faults,
    call: (method, params) => callNear(ledger, method, params),
    toErrorBody: toNearErrorBody,
  };
}
