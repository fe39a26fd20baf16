import { nearChainIds, SECOND_PATH } from '../../networks.ts';
import { type Served, serveRpc } from '../rpc/serveRpc.ts';
import { createNearDialect } from './createNearDialect.ts';
import { createLedger } from './ledger.ts';

/** Where the fixtures are to listen; port 0 takes any free one. */
export interface NearFixtureOptions {
  readonly port: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Starts the two NEAR fixtures, at `/` and `/second`. Throws `chain/port-in-use`. */
export function startNearFixture({ port, now }: NearFixtureOptions): Promise<Served> {
  const [first, second] = nearChainIds;
  const dialects = new Map([
    ['/', createNearDialect(createLedger(first, now))],
    [SECOND_PATH, createNearDialect(createLedger(second, now))],
  ]);
  return serveRpc({ port, title: 'the NEAR fixtures', variable: 'LINKSPAN_NEAR_CHAIN_PORT' }, dialects);
}
