import type { Network } from '@linkspan/contract';
import { createDefaultRpcTransport, type RpcTransport } from '@solana/kit';

/** Asks the network's first address, and the next one where that gives no answer. Rejects as the last one does. */
export function toTransport({ rpc: [first, ...others] }: Network): RpcTransport {
  const transports = [first, ...others].map((url) => createDefaultRpcTransport({ url }));
  return (async (request: Parameters<RpcTransport>[0]) => {
    let failure: unknown;
    for (const transport of transports) {
      request.signal?.throwIfAborted();
      try {
        return await transport(request);
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }) as RpcTransport;
}
