import { families, solanaGenesisHashes, toSolanaId } from '../../families.ts';
import { type ServedNetwork, type ServedNetworks, serveNetworks } from '../front.ts';
import { type Cluster, createCluster } from './cluster.ts';
import { callSolana, toSolanaErrorBody } from './methods.ts';
import { serveSubscriptions } from './serve-subscriptions.ts';

/** Where the clusters listen. Port 0 takes any free port. */
export interface SolanaOptions {
  readonly port: number;
  readonly wsPort: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Of the clusters at `/` and `/second`, in base58; else the practice's own. */
  readonly genesisHashes?: readonly [string, string];
}

/** The two simulated clusters, at `/` and `/second` of both ports. */
export interface RunningSolana extends ServedNetworks {
  readonly wsPort: number;
}

/** Starts the two simulated Solana clusters. Throws `chain/port-in-use`. */
export async function startSolana({
  port,
  wsPort,
  now,
  genesisHashes = solanaGenesisHashes,
}: SolanaOptions): Promise<RunningSolana> {
  const title = 'the simulated Solana clusters';
  const clusters = await Promise.all(genesisHashes.map((hash) => createCluster(hash, now)));
  const { solana, solanaWs } = families.solana.servers;
  const rpc = await serveNetworks({ port, title, variable: solana.variable }, clusters.map(toNetwork));
  try {
    const wsOptions = { port: wsPort, title: `${title}' websocket`, variable: solanaWs.variable };
    const sockets = await serveSubscriptions(wsOptions, clusters);
    const stop = async () => void (await Promise.all([rpc.stop(), sockets.stop()]));
    return { ...rpc, wsPort: sockets.port, stop };
  } catch (cause) {
    await rpc.stop();
    throw cause;
  }
}

function toNetwork(cluster: Cluster): ServedNetwork {
  return {
    id: toSolanaId(cluster.genesisHash),
    faults: cluster.faults,
    call: (method, params) => callSolana(cluster, method, params),
    toErrorBody: toSolanaErrorBody,
  };
}
