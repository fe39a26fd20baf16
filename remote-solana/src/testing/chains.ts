import { startSolana } from '@linkspan/practice/chains/solana';

/** A practice chain on a port of its own. */
export interface TestChain {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts a simulated cluster on free ports. */
export async function startTestChain(): Promise<TestChain> {
  const { port, stop } = await startSolana({ port: 0, wsPort: 0, now: Date.now });
  return { url: `http://127.0.0.1:${port}`, stop };
}
