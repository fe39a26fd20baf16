import type { Network } from '@linkspan/contract';
import { type Call, type Dialect, openNodes } from '@linkspan/kit/nodes';
import type { RpcTransport } from '@solana/kit';
import { parseJson } from './parse-json.ts';

const dialect: Dialect = {
  identity: { method: 'getGenesisHash' },
  // CAIP-2 for Solana: the first 32 characters of the genesis hash.
  isOf: (hash, { id }) => typeof hash === 'string' && id === `solana:${hash.slice(0, 32)}`,
  // A transfer is built on a block of its own cluster; whether it has landed is told by its own.
  proven: [
    'getBalance',
    'getLatestBlockhash',
    'getEpochInfo',
    'getSignatureStatuses',
    'getSignaturesForAddress',
    'getTransaction',
  ],
  toText: (call) => JSON.stringify(call, (_, value) => (typeof value === 'bigint' ? Number(value) : value)),
  parse: parseJson,
};

/**
 * Asks the network's nodes. Rejects with `network/unreachable`, `network/busy`, `network/other-chain`,
 * `network/portal`, `network/malformed`; nothing is asked past the end of the connector.
 */
export function toTransport(network: Network, ended: AbortSignal): RpcTransport {
  const nodes = openNodes(network, dialect, { signal: ended });
  return (({ payload, signal }: Parameters<RpcTransport>[0]) =>
    nodes.ask(payload as Call, signal)) as RpcTransport;
}
