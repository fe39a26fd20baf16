import type { Network } from '@linkspan/contract';
import { field } from '@linkspan/contract';
import { type Call, type Dialect, openNodes } from '@linkspan/kit/nodes';
import { type Chain, createClient, custom, defineChain } from 'viem';
import { toChainId } from './provider.ts';

const dialect: Dialect = {
  identity: { method: 'eth_chainId', params: [] },
  isOf: (chainId, { id }) => typeof chainId === 'string' && id === `eip155:${Number(chainId)}`,
  proven: [
    'eth_getBalance',
    'eth_getTransactionCount',
    'eth_getTransactionReceipt',
    'eth_getTransactionByHash',
    'eth_getCode',
    'eth_call',
  ],
};

/** A network of the configuration, as viem describes a chain. */
export function toChain({ id, title, symbol, decimals, rpc, explorer }: Network<'eip155'>): Chain {
  return defineChain({
    id: toChainId(id),
    name: title,
    nativeCurrency: { name: symbol, symbol, decimals },
    rpcUrls: { default: { http: rpc } },
    ...(explorer && { blockExplorers: { default: { name: title, url: new URL(explorer).origin } } }),
  });
}

/**
 * Talks to the configured addresses alone, and to none after the end: requests fail. Rejects with
 * `network/…` within the library's errors, and with what a node says.
 */
export function createChainClient(chain: Chain, network: Network<'eip155'>, ended: AbortSignal) {
  const request = openRequest(network, ended);
  return createClient({
    chain,
    transport: custom({ request }, { retryCount: 0 }),
  });
}

/** Asks the nodes of a network. Rejects with `network/…`, and with what a node says. */
export type Request = (call: Call) => Promise<unknown>;

export function openRequest(network: Network<'eip155'>, ended: AbortSignal): Request {
  const nodes = openNodes(network, dialect, { signal: ended });
  return async (call) => toResult(await nodes.ask(call));
}

/** Throws what a node says, as EIP-1193 has it: viem wraps a rejection without a numeric code in an `UnknownRpcError`. */
function toResult(answer: object): unknown {
  const error = field(answer, 'error');
  if (error == null) return field(answer, 'result');
  const [code, data] = [field(error, 'code'), field(error, 'data')];
  throw Object.assign(new Error(String(field(error, 'message') ?? '')), { code, data });
}
