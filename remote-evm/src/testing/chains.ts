import { startAnvil } from '@linkspan/practice/chains/evm';

/** A practice chain on a port of its own. */
export interface TestChain {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts one anvil on a free port. */
export async function startTestChain(): Promise<TestChain> {
  const { port, stop } = await startAnvil(31337);
  return { url: `http://127.0.0.1:${port}`, stop };
}
