import { SECOND_PATH, solanaGenesisHashes, toSolanaId } from '../../networks.ts';
import { createStoppableClock } from '../faults/createStoppableClock.ts';
import { createNetworkFaults } from '../faults/networkFaults.ts';
import { type ServedNetwork, type ServedNetworks, serveNetworks } from '../faults/serveNetworks.ts';
import { toFaultyDialect } from '../faults/toFaultyDialect.ts';
import { toRpcAnswer } from '../rpc/toRpcAnswer.ts';
import { type Cluster, createCluster } from './cluster.ts';
import { createSolanaDialect } from './createSolanaDialect.ts';
import { serveSubscriptions } from './serveSubscriptions.ts';
import { toSolanaTricks } from './toSolanaTricks.ts';

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

/** A simulated cluster, with what is wrong with it. */
export interface FaultyCluster extends ServedNetwork {
  readonly cluster: Cluster;
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
    const berth = { port: wsPort, title: `${title}' websocket`, variable: 'LINKSPAN_SOLANA_CHAIN_WS_PORT' };
    const sockets = await serveSubscriptions(berth, clusters);
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
