import type { Addresses } from '../../addresses.ts';
import { evmChainIds } from '../families.ts';
import { startEvm } from './evm/start-evm.ts';
import { startNearFixture } from './near/start-near-fixture.ts';
import { startSolana } from './solana/start-solana.ts';

/** The running practice chains. */
export interface Chains {
  /** Ends every chain. Their state is lost. */
  stop(): Promise<void>;
}

/** Options of `startChains`. */
export interface StartOptions {
  /** Ends the chains when it aborts, also during the start. */
  readonly signal?: AbortSignal;
  /** Called with a line about each chain that is ready. */
  readonly onReady?: (line: string) => void;
}

/**
 * Starts two networks of each family. If one cannot start, it ends the others.
 * Throws `chain/port-in-use`, `chain/no-binary`, `chain/not-ready`, or the signal's reason.
 */
export async function startChains(
  { chains }: Pick<Addresses, 'chains'>,
  { signal, onReady }: StartOptions = {},
): Promise<Chains> {
  signal?.throwIfAborted();
  const { evm, evmTwo, solana, solanaWs, near } = chains;
  const [chainId, chainIdTwo] = evmChainIds;
  const starting: Readonly<Record<string, Promise<Chains>>> = {
    [`Practice chain (anvil): ${evm.url}`]: startEvm({
      port: evm.port,
      title: 'the practice chain (anvil)',
      variable: 'LINKSPAN_EVM_CHAIN_PORT',
      chainId,
    }),
    [`Second practice chain (anvil): ${evmTwo.url}`]: startEvm({
      port: evmTwo.port,
      title: 'the second practice chain (anvil)',
      variable: 'LINKSPAN_EVM_CHAIN_TWO_PORT',
      chainId: chainIdTwo,
    }),
    [`Simulated Solana clusters (litesvm): ${solana.url} and ${solana.url}/second`]: startSolana({
      port: solana.port,
      wsPort: solanaWs.port,
      now: Date.now,
    }),
    [`NEAR fixtures (no node): ${near.url} and ${near.url}/second`]: startNearFixture({
      port: near.port,
      now: Date.now,
    }),
  };
  const settled = await Promise.allSettled(
    Object.entries(starting).map(async ([line, start]) => {
      const chain = await start;
      onReady?.(line);
      return chain;
    }),
  );
  const running = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  let stopped: Promise<unknown> | undefined;
  const stop = async () => {
    stopped ??= Promise.all(running.map((chain) => chain.stop()));
    await stopped;
  };
  const failed = settled.find((one) => one.status === 'rejected');
  if (failed || signal?.aborted) await stop();
  if (failed) throw failed.reason;
  signal?.throwIfAborted();
  signal?.addEventListener('abort', () => void stop(), { once: true });
  return { stop };
}
