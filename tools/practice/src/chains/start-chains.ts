import type { Addresses, ChainAddresses } from '../../addresses.ts';
import { evmChainIds, type Family, families, familyIds } from '../families.ts';
import { startEvm } from './evm/start-evm.ts';
import { startNearFixture } from './near/start-near-fixture.ts';
import { startSolana } from './solana/start-solana.ts';

/** The running practice chains. */
export interface Chains {
  /** Ends every chain. Their state is lost. */
  stop(): Promise<void>;
}

/** Starts the chains of each family; the line says that a server is ready. */
const starters: Readonly<Record<Family, (chains: ChainAddresses) => Record<string, Promise<Chains>>>> = {
  evm: ({ evm, evmTwo }) => ({
    [`Practice chain (anvil): ${evm.url}`]: startEvm({
      ...{ port: evm.port, title: 'the practice chain (anvil)', chainId: evmChainIds[0] },
      variable: families.evm.servers.evm.variable,
    }),
    [`Second practice chain (anvil): ${evmTwo.url}`]: startEvm({
      ...{ port: evmTwo.port, title: 'the second practice chain (anvil)', chainId: evmChainIds[1] },
      variable: families.evm.servers.evmTwo.variable,
    }),
  }),
  solana: ({ solana: { port, url }, solanaWs }) => ({
    [`Simulated Solana clusters (litesvm): ${url} and ${url}/second`]: startSolana({
      ...{ port, wsPort: solanaWs.port, now: Date.now },
    }),
  }),
  near: ({ near: { port, url } }) => ({
    [`NEAR fixtures (no node): ${url} and ${url}/second`]: startNearFixture({ port, now: Date.now }),
  }),
};

/**
 * Starts two networks of each family, and calls `onReady` with a line about each server that is ready. If one cannot
 * start, or the signal aborts, it ends the others. Throws `chain/port-in-use`, `chain/no-binary`, `chain/not-ready`, or
 * the signal's reason.
 */
export async function startChains(
  { chains }: Pick<Addresses, 'chains'>,
  { signal, onReady }: { readonly signal?: AbortSignal; readonly onReady?: (line: string) => void } = {},
): Promise<Chains> {
  signal?.throwIfAborted();
  const starting = familyIds.flatMap((family) => Object.entries(starters[family](chains)));
  const settled = await Promise.allSettled(
    starting.map(async ([line, start]) => {
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
