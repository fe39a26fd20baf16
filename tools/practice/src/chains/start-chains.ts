import type { Addresses } from '../../addresses.mjs';
import { evmChainIds } from '../networks.ts';
import { startEvm } from './evm/start-evm.ts';
import { startNearFixture } from './near/start-near-fixture.ts';
import { startSolana } from './solana/start-solana.ts';

/** The running practice chains, and their undoing. */
export interface Chains {
  /** Ends every chain. What was on them is gone. */
  stop(): Promise<void>;
}

/** What may be told to, and asked of, the start. */
export interface StartOptions {
  /** Ends the chains when it aborts, also while they start. */
  readonly signal?: AbortSignal;
  /** Told a plain line about each chain that is ready. */
  readonly onReady?: (line: string) => void;
  /** Milliseconds since 1970; the machine's clock if it is not given. */
  readonly now?: () => number;
}

type Start = () => Promise<Chains>;

/**
 * Starts two networks of each family. If one cannot start, the others are ended.
 * Throws `chain/port-in-use`, `chain/no-binary`, `chain/not-ready`, or the signal's reason.
 */
export async function startChains(
  { chains }: Pick<Addresses, 'chains'>,
  options: StartOptions = {},
): Promise<Chains> {
  const { signal, onReady, now = Date.now } = options;
  signal?.throwIfAborted();
  const { evm, evmTwo, solana, solanaWs, near } = chains;
  const running = await startAll([
    toStart(`Practice chain (anvil): ${evm.url}`, onReady, () => startEvm(toAnvil(0, evm.port))),
    toStart(`Second practice chain (anvil): ${evmTwo.url}`, onReady, () => startEvm(toAnvil(1, evmTwo.port))),
    toStart(`Simulated Solana clusters (litesvm): ${solana.url} and ${solana.url}/second`, onReady, () =>
      startSolana({ port: solana.port, wsPort: solanaWs.port, now }),
    ),
    toStart(`NEAR fixtures (no node): ${near.url} and ${near.url}/second`, onReady, () =>
      startNearFixture({ port: near.port, now }),
    ),
  ]);
  const stop = once(() => stopAll(running));
  if (signal?.aborted) await stop();
  signal?.throwIfAborted();
  signal?.addEventListener('abort', () => void stop(), { once: true });
  return { stop };
}

function toAnvil(index: 0 | 1, port: number) {
  const named = [
    { title: 'the practice chain (anvil)', variable: 'LINKSPAN_EVM_CHAIN_PORT' },
    { title: 'the second practice chain (anvil)', variable: 'LINKSPAN_EVM_CHAIN_TWO_PORT' },
  ] as const;
  return { ...named[index], chainId: evmChainIds[index], port };
}

function toStart(line: string, onReady: StartOptions['onReady'], start: Start): Start {
  return async () => {
    const chain = await start();
    onReady?.(line);
    return chain;
  };
}

async function startAll(starts: readonly Start[]): Promise<Chains[]> {
  const settled = await Promise.allSettled(starts.map((start) => start()));
  const running = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  const failed = settled.find((one) => one.status === 'rejected');
  if (!failed) return running;
  await stopAll(running);
  throw failed.reason;
}

async function stopAll(running: readonly Chains[]): Promise<void> {
  await Promise.all(running.map((chain) => chain.stop()));
}

function once<Result>(run: () => Result): () => Result {
  let result: { readonly value: Result } | undefined;
  return () => {
    result ??= { value: run() };
    return result.value;
  };
}
