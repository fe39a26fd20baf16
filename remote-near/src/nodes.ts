import { field, LinkspanError, type Network } from '@linkspan/contract';
import { type Dialect, openNodes } from '@linkspan/kit/nodes';

/** Calls a method of a NEAR network by JSON-RPC 2.0; the answer is unparsed. */
export type Rpc = (method: string, params: object) => Promise<unknown>;

const dialect: Dialect = {
  identity: { method: 'status', params: [] },
  isOf: (status, { id }) => `near:${String(field(status, 'chain_id'))}` === id,
  // What an account holds, which keys it has, whether a transaction is there: a signature and a send rest on it.
  proven: ['query', 'block', 'tx', 'EXPERIMENTAL_changes'],
};

/**
 * Calls the network's nodes. Rejects with `network/unreachable`, `network/busy`, `network/other-chain`,
 * `network/portal`, `network/malformed`, or with `network/refused` and the node's own error as the cause.
 */
export function createRpc(network: Network, signal: AbortSignal): Rpc {
  const nodes = openNodes(network, dialect, { signal });
  return async (method, params) => toResult(await nodes.ask({ method, params }), network.title);
}

/** Whether the node answered with one of these errors of NEAR, such as `UNKNOWN_ACCOUNT`. */
export function isRefusal(error: unknown, ...names: readonly string[]): boolean {
  const name = field(field(field(error, 'cause'), 'cause'), 'name');
  return names.some((one) => one === name);
}

function toResult(answer: object, network: string): unknown {
  const cause = field(answer, 'error');
  if (cause == null) return field(answer, 'result');
  const detail = String(field(cause, 'data') ?? field(cause, 'message') ?? '').slice(0, 300);
  throw new LinkspanError('network/refused', { network, detail }, { cause });
}
