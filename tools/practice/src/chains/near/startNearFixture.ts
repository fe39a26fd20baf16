import { nearChainIds, SECOND_PATH, toNearId } from '../../networks.ts';
import { createStoppableClock } from '../faults/createStoppableClock.ts';
import { createNetworkFaults } from '../faults/networkFaults.ts';
import { type ServedNetwork, type ServedNetworks, serveNetworks } from '../faults/serveNetworks.ts';
import { toFaultyDialect } from '../faults/toFaultyDialect.ts';
import { toRpcAnswer } from '../rpc/toRpcAnswer.ts';
import { createNearDialect } from './createNearDialect.ts';
import { createLedger } from './ledger.ts';
import { toNearTricks } from './toNearTricks.ts';

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
