import { SECOND_PATH, solanaGenesisHashes } from '../../networks.ts';
import { serveRpc } from '../rpc/serveRpc.ts';
import { createCluster } from './cluster.ts';
import { createSolanaDialect } from './createSolanaDialect.ts';
import { serveSubscriptions } from './serveSubscriptions.ts';

/** Where the clusters are to listen; port 0 takes any free one. */
export interface SolanaOptions {
  readonly port: number;
  readonly wsPort: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** The two simulated clusters, at `/` and `/second` of both ports, and their undoing. */
export interface RunningSolana {
  readonly port: number;
  readonly wsPort: number;
  stop(): Promise<void>;
}

/** Starts the two simulated Solana clusters. Throws `chain/port-in-use`. */
export async function startSolana({ port, wsPort, now }: SolanaOptions): Promise<RunningSolana> {
  const title = 'the simulated Solana clusters';
  const [genesis, secondGenesis] = solanaGenesisHashes;
  const clusters = new Map([
    ['/', createCluster(genesis, now)],
    [SECOND_PATH, createCluster(secondGenesis, now)],
  ]);
  const dialects = new Map([...clusters].map(([path, cluster]) => [path, createSolanaDialect(cluster)]));
  const rpc = await serveRpc({ port, title, variable: 'LINKSPAN_SOLANA_CHAIN_PORT' }, dialects);
  try {
    const berth = { port: wsPort, title: `${title}' websocket`, variable: 'LINKSPAN_SOLANA_CHAIN_WS_PORT' };
    const sockets = await serveSubscriptions(berth, clusters);
    const stop = async () => void (await Promise.all([rpc.stop(), sockets.stop()]));
    return { port: rpc.port, wsPort: sockets.port, stop };
  } catch (cause) {
    await rpc.stop();
    throw cause;
  }
}
