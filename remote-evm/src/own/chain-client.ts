import type { Network } from '@linkspan/contract';
import { type Chain, createClient, defineChain, fallback, http } from 'viem';
import { watchBlockNumber } from 'viem/actions';
import { toChainId } from '../provider.ts';

const pollingMs = 2_000;

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

/** Talks to the configured addresses alone, and to none after the end: requests fail, polling ends. */
export function createChainClient(chain: Chain, ended: AbortSignal) {
  const fetchFn: typeof fetch = (input, init) =>
    fetch(input, { ...init, signal: AbortSignal.any([ended, ...(init?.signal ? [init.signal] : [])]) });
  const transports = chain.rpcUrls.default.http.map((url) => http(url, { fetchFn }));
  const client = createClient({ chain, transport: fallback(transports), pollingInterval: pollingMs });
  return client.extend(() => ({
    watchBlockNumber: (options: Parameters<typeof watchBlockNumber>[1]) => {
      const stop = watchBlockNumber(client, options);
      ended.addEventListener('abort', stop, { once: true });
      return stop;
    },
  }));
}
