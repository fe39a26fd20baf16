import { LinkspanError, type Network } from '@linkspan/contract';
import { field } from '@linkspan/kit/field';

/** Calls a method of a NEAR network by JSON-RPC 2.0; the answer is unparsed. */
export type Rpc = (method: string, params: object) => Promise<unknown>;

const timeoutMs = 15_000;

/**
 * Calls the network's addresses in turn until one answers. Rejects with `network/unreachable`, or with
 * `network/refused` and the node's own error as the cause.
 */
export function createRpc({ rpc, title }: Network, signal: AbortSignal): Rpc {
  return async (method, params) => {
    const failures: unknown[] = [];
    for (const address of rpc) {
      const answer = await post(address, { method, params }, signal).catch(
        (error) => void failures.push(error),
      );
      if (answer !== undefined) return toResult(answer, title);
    }
    const cause = new AggregateError(failures);
    throw new LinkspanError('network/unreachable', { network: title }, { cause });
  };
}

/** Which of NEAR's errors the node answered with, such as `UNKNOWN_ACCOUNT`; undefined for all other errors. */
export function refusalOf(error: unknown): string | undefined {
  const name = field(field(field(error, 'cause'), 'cause'), 'name');
  return typeof name === 'string' ? name : undefined;
}

async function post(address: string, call: object, signal: AbortSignal): Promise<object> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 'linkspan', ...call }),
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  const answer: unknown = await response.json();
  if (field(answer, 'result') === undefined && field(answer, 'error') === undefined)
    throw new TypeError(`${address} did not answer in JSON-RPC`);
  return answer as object;
}

function toResult(answer: object, network: string): unknown {
  const cause = field(answer, 'error');
  if (cause === undefined) return field(answer, 'result');
  const detail = String(field(cause, 'data') ?? field(cause, 'message') ?? '').slice(0, 300);
  throw new LinkspanError('network/refused', { network, detail }, { cause });
}
