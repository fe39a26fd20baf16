import { startSolana } from '@linkspan/practice/chains/solana';

/** A practice chain on a port of its own. */
export interface TestChain {
  readonly url: string;
  /** Whether it takes transactions and forgets them. */
  forget(isForgetting: boolean): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a simulated cluster on free ports. */
export async function startTestChain(): Promise<TestChain> {
  const { port, stop, faults } = await startSolana({ port: 0, wsPort: 0, now: Date.now });
  const [first] = faults.values();
  const forget = async (forgets: boolean) => first?.change({ forgets });
  return { url: `http://127.0.0.1:${port}`, forget, stop };
}
