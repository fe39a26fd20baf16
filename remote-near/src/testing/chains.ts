import type { Network } from '@linkspan/contract';
import { startNearFixture } from '@linkspan/practice/chains/near';
import { nearChainIds, SECOND_PATH } from '@linkspan/practice/networks';

/** The two practice networks on a port of their own. */
export interface TestChains {
  readonly networks: readonly [Network<'near'>, Network<'near'>];
  /** Where the first one answers. */
  readonly url: string;
  /** Whether the first one takes transactions and forgets them. */
  forget(isForgetting: boolean): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the NEAR fixtures: no nodes, but real keys, nonces, balances and Borsh. */
export async function startTestChains(): Promise<TestChains> {
  const { port, stop, faults } = await startNearFixture({ port: 0, now: Date.now });
  const url = `http://127.0.0.1:${port}`;
  const [first, second] = nearChainIds;
  const coin = { symbol: 'NEAR', decimals: 24 };
  return {
    url,
    stop,
    forget: async (forgets) => faults.get(`near:${first}`)?.change({ forgets }),
    networks: [
      { id: `near:${first}`, title: 'NEAR fixture', rpc: [url], ...coin },
      { id: `near:${second}`, title: 'Second NEAR fixture', rpc: [`${url}${SECOND_PATH}`], ...coin },
    ],
  };
}
