import { families, nearChainIds, toNearId } from '../../families.ts';
import { type ServedNetwork, serveNetworks } from '../front.ts';
import { createLedger } from './ledger.ts';
import { callNear } from './methods.ts';
import { toNearErrorBody } from './near-error.ts';

/**
 * Starts the two NEAR fixtures, at `/` and `/second`. Port 0 takes any free port; `now` is in milliseconds since 1970.
 * Throws `chain/port-in-use`.
 */
export function startNearFixture({
  port,
  now,
  chainIds = nearChainIds,
}: {
  readonly port: number;
  readonly now: () => number;
  /** By which the networks at `/` and `/second` answer `status`; else the practice's own. */
  readonly chainIds?: readonly [string, string];
}) {
  const { variable } = families.near.servers.near;
  const networks = chainIds.map((id) => openFixture(id, now));
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
