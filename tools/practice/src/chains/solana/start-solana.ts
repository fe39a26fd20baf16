import { SECOND_PATH, solanaGenesisHashes, toSolanaId } from '../../networks.ts';
import { createStoppableClock } from '../faults/create-stoppable-clock.ts';
import { createNetworkFaults } from '../faults/network-faults.ts';
import { type ServedNetworks, serveNetworks } from '../faults/serve-networks.ts';
import { toFaultyDialect } from '../faults/to-faulty-dialect.ts';
import { toRpcAnswer } from '../rpc/to-rpc-answer.ts';
import { createCluster } from './cluster.ts';
import { createSolanaDialect } from './create-solana-dialect.ts';
import { type FaultyCluster, serveSubscriptions } from './serve-subscriptions.ts';
import { toSolanaTricks } from './to-solana-tricks.ts';

/** Where the clusters are to listen; port 0 takes any free one. */
export interface SolanaOptions {
  readonly port: number;
  readonly wsPort: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The two simulated clusters, at `/` and `/second` of both ports, and their undoing. */
export interface RunningSolana extends ServedNetworks {
  readonly wsPort: number;
}

/** Starts the two simulated Solana clusters. Throws `chain/port-in-use`. */
export async function startSolana({ port, wsPort, now }: SolanaOptions): Promise<RunningSolana> {
  const title = 'the simulated Solana clusters';
  const [genesis, secondGenesis] = solanaGenesisHashes;
  const clusters = new Map([
    ['/', openCluster(genesis, now)],
    [SECOND_PATH, openCluster(secondGenesis, now)],
  ]);
  const rpc = await serveNetworks({ port, title, variable: 'LINKSPAN_SOLANA_CHAIN_PORT' }, clusters);
  try {
    const listenOptions = {
      port: wsPort,
      title: `${title}' websocket`,
      variable: 'LINKSPAN_SOLANA_CHAIN_WS_PORT',
    };
    const sockets = await serveSubscriptions(listenOptions, clusters);
    const stop = async () => void (await Promise.all([rpc.stop(), sockets.stop()]));
    return { ...rpc, wsPort: sockets.port, stop };
  } catch (cause) {
    await rpc.stop();
    throw cause;
  }
}

function openCluster(genesisHash: string, now: () => number): FaultyCluster {
  const faults = createNetworkFaults();
  const cluster = createCluster(genesisHash, createStoppableClock(now, faults));
  const dialect = toFaultyDialect(createSolanaDialect(cluster), faults, toSolanaTricks(cluster));
  return { id: toSolanaId(genesisHash), cluster, faults, answer: toRpcAnswer(dialect) };
}
