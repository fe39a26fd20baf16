import type { Network } from '@linkspan/contract';
import { type Call, type Dialect, openNodes } from '@linkspan/kit/nodes';
import type { RpcTransport } from '@solana/kit';

const dialect: Dialect = {
  identity: { method: 'getGenesisHash' },
  // CAIP-2 for Solana: the first 32 characters of the genesis hash.
  isOf: (hash, { id }) => typeof hash === 'string' && id === `solana:${hash.slice(0, 32)}`,
  // A transfer is built on a block of its own cluster; whether it has landed is told by its own.
  proven: ['getBalance', 'getLatestBlockhash', 'getEpochInfo', 'getSignatureStatuses', 'getTransaction'],
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

/** A text of JSON, or a number of it: what stands within a text is none. */
const token = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?/g;
const longWhole = /^-?\d{16,30}$/;

/** JSON whose whole numbers keep every digit: those of more than 15 become a `bigint`. Throws a SyntaxError. */
export function parseJson(text: string): unknown {
  const marked = text.replace(token, (found) => (longWhole.test(found) ? `{"$n":"${found}"}` : found));
  return JSON.parse(marked, (_, value) => (isMarked(value) ? BigInt(value.$n) : value));
}

function isMarked(value: unknown): value is { readonly $n: string } {
  const marked = Object(value).$n;
  return typeof marked === 'string' && longWhole.test(marked);
}
