import * as z from 'zod';
import type { Network } from './network.ts';
import { WalletError } from './wallet-error.ts';

const rpcTimeoutMs = 15_000;

const answerShape = z.looseObject({
  result: z.unknown().optional(),
  error: z
    .looseObject({ code: z.int().catch(-32603), message: z.string().catch('The chain refused the call.') })
    .optional(),
});

/**
 * Calls a network by JSON-RPC 2.0, its addresses in turn until one answers. Rejects with the chain's own code, message and
 * data, or with 4901 if no address answers.
 */
export async function callRpc({ rpc, title }: Network, method: string, params: unknown): Promise<unknown> {
  const failures: unknown[] = [];
  for (const address of rpc) {
    const answer = await post(address, method, params).catch((error: unknown) => void failures.push(error));
    if (answer === undefined) continue;
    const { error: cause, result } = answer;
    if (cause) throw new WalletError(cause.code, cause.message, { data: cause.data, cause });
    return result;
  }
  throw new WalletError(4901, `${title} does not answer.`, { cause: new AggregateError(failures) });
}

async function post(address: string, method: string, params: unknown) {
  const response = await fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal: AbortSignal.timeout(rpcTimeoutMs),
  });
  return answerShape.parse(await response.json());
}
