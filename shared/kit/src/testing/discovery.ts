import type { AttemptOptions, DiscoveryPort, NetworkId, Progress, WalletListing } from '@linkspan/contract';
import { createStorage } from './storage.ts';

/** The options of an attempt at a wallet, the steps that it reports, and its cancel. */
export function createAttempt<Namespace extends string>(
  network: NetworkId<Namespace>,
  changes: Partial<AttemptOptions<Namespace>> = {},
) {
  const steps: Progress['step'][] = [];
  const control = new AbortController();
  const options: AttemptOptions<Namespace> = {
    ...{ id: 'attempt-1', network, signal: control.signal, deadlineMs: 60_000 },
    onProgress: ({ step }) => steps.push(step),
    mayUndo: () => true,
    pressed: async () => undefined,
    ...changes,
  };
  return { options, steps, cancel: () => control.abort() };
}

/** A port for a discovery, with the lists that this publishes, the newest last, and the wallets that it reports as unlocked. */
export function createDiscoveryPort<Namespace extends string>(
  parts: Pick<DiscoveryPort<Namespace>, 'family' | 'networks'> & Partial<DiscoveryPort<Namespace>>,
) {
  const lists: (readonly WalletListing[])[] = [];
  const unlocked: string[] = [];
  const ended = new AbortController();
  const port: DiscoveryPort<Namespace> = {
    ...{ options: undefined, signal: ended.signal, storage: createStorage() },
    importCode: (_, load) => load(),
    showPairing: () => undefined,
    publish: (wallets) => lists.push(wallets),
    unlocked: (walletId) => unlocked.push(walletId),
    ...parts,
  };
  return { port, lists, unlocked, list: () => lists.at(-1) ?? [], end: () => ended.abort() };
}
