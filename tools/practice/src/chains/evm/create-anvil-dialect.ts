import { z } from 'zod';
import type { RpcDialect } from '../rpc/answer-rpc.ts';
import { RpcError, rpcCodes } from '../rpc/rpc-error.ts';

const answer = z.union([
  z.object({ error: z.looseObject({ code: z.number(), message: z.string() }) }),
  z.object({ result: z.unknown() }),
]);

/** Asks the anvil on a port, one method at a time. */
export function createAnvilDialect(port: number): RpcDialect {
  return {
    async call(method, params) {
      const response = await fetch(`http://127.0.0.1:${port}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      });
      const said = answer.parse(await response.json());
      if ('error' in said) throw new RpcError(said.error);
      return said.result;
    },
    toErrorBody: (cause) =>
      cause instanceof RpcError ? cause.body : { code: rpcCodes.internal, message: 'Internal error' },
  };
}
