import { families, nearChainIds, toNearId } from '../../families.ts';
import { type ServedNetwork, serveNetworks } from '../front.ts';
import { createLedger } from './ledger.ts';
import { callNear } from './methods.ts';
import { toNearErrorBody } from './near-error.ts';

/**
 * Starts the two NEAR fixtures, at `/` and `/second`. Port 0 takes any free port; `now` is in milliseconds since 1970.
 * Throws `chain/port-in-use`.
 */
export function startNearFixture({ port, now }: { readonly port: number; readonly now: () => number }) {
  const { variable } = families.near.servers.near;
  const networks = nearChainIds.map((id) => openFixture(id, now));
  return serveNetworks({ port, title: 'the NEAR fixtures', variable }, networks);
}

function openFixture(chainId: string, now: () => number): ServedNetwork {
  const ledger = createLedger(chainId, now);
  return {
    id: toNearId(chainId),
    faults: ledger.faults,
    call: (method, params) => callNear(ledger, method, params),
    toErrorBody: toNearErrorBody,
  };
}
