import { families, nearChainIds, SECOND_PATH, toNearId } from '../../families.ts';
import { type ServedNetwork, type ServedNetworks, serveNetworks } from '../front.ts';
import { NetworkFaults } from '../network-faults.ts';
import { createLedger } from './ledger.ts';
import { callNear } from './methods.ts';
import { toNearErrorBody } from './near-error.ts';

/** Where the fixtures listen. Port 0 takes any free port. */
export interface NearFixtureOptions {
  readonly port: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Starts the two NEAR fixtures, at `/` and `/second`. Throws `chain/port-in-use`. */
export function startNearFixture({ port, now }: NearFixtureOptions): Promise<ServedNetworks> {
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
