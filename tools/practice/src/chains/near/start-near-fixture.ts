import { nearChainIds, SECOND_PATH, toNearId } from '../../networks.ts';
import { createStoppableClock } from '../faults/create-stoppable-clock.ts';
import { createNetworkFaults } from '../faults/network-faults.ts';
import { type ServedNetwork, type ServedNetworks, serveNetworks } from '../faults/serve-networks.ts';
import { toFaultyDialect } from '../faults/to-faulty-dialect.ts';
import { toRpcAnswer } from '../rpc/to-rpc-answer.ts';
import { createNearDialect } from './create-near-dialect.ts';
import { createLedger } from './ledger.ts';
import { toNearTricks } from './to-near-tricks.ts';

/** Where the fixtures are to listen; port 0 takes any free one. */
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
  return serveNetworks({ port, title: 'the NEAR fixtures', variable: 'LINKSPAN_NEAR_CHAIN_PORT' }, networks);
}

function openFixture(chainId: string, now: () => number): ServedNetwork {
  const faults = createNetworkFaults();
  const ledger = createLedger(chainId, createStoppableClock(now, faults));
  const dialect = toFaultyDialect(createNearDialect(ledger), faults, toNearTricks(ledger));
  return { id: toNearId(chainId), faults, answer: toRpcAnswer(dialect) };
}
