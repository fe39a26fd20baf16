import type { Network } from './network.ts';
import type { Platform } from './platform.ts';
import { isRecord } from './shape.ts';
import { WalletError } from './wallet-error.ts';

/** How long one RPC address may take, in milliseconds. */
const RPC_TIMEOUT_MS = 15_000;

/** Calls JSON-RPC methods of one network. */
export type Rpc = (method: string, params: unknown) => Promise<unknown>;

/**
 * Calls a network by JSON-RPC 2.0, its addresses in turn until one answers. Throws a WalletError with the
 * chain's own code, message and data, or with 4901 if no address answers.
 */
export function createRpc(network: Network, platform: Platform): Rpc {
  return async (method, params) => {
    const failures: unknown[] = [];
    for (const address of network.rpc) {
      const answer = await post(address, method, params, platform).catch((error: unknown) => {
        failures.push(error);
      });
      if (answer !== undefined) return toResult(answer);
    }
    throw new WalletError(4901, `${network.title} does not answer.`, { cause: new AggregateError(failures) });
  };
}

async function post(
  address: string,
  method: string,
  params: unknown,
  platform: Platform,
): Promise<Readonly<Record<string, unknown>>> {
  const response = await platform.fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(RPC_TIMEOUT_MS),
  });
  const answer: unknown = await response.json();
  if (!isRecord(answer)) throw new TypeError(`${address} did not answer in JSON-RPC.`);
  return answer;
}

function toResult(answer: Readonly<Record<string, unknown>>): unknown {
  const { error } = answer;
  if (!isRecord(error)) return answer.result;
  const code = typeof error.code === 'number' ? error.code : -32603;
  throw new WalletError(code, String(error.message ?? 'The chain refused the call.'), {
    data: error.data,
    cause: error,
  });
}
