import type { DiscoveryPort, ScopedStorage } from '@linkspan/contract';
import type { Options } from '../announced.ts';
import { openClient } from './client.ts';
import { createWalletConnect, type WalletConnect } from './walletconnect.ts';

const publicRelay = 'wss://relay.walletconnect.org';

/** WalletConnect by the page's options, with its own part of the storage. Rejects with `config/malformed`. */
export async function openWalletConnect(
  wallet: string,
  storage: ScopedStorage,
  { family, networks, options, signal, showPairing }: DiscoveryPort<'eip155'>,
): Promise<WalletConnect> {
  const {
    walletConnectProjectId: projectId = '',
    walletConnectRelay: relay = publicRelay,
    walletConnectApps: apps = [],
  } = (options ?? {}) as Options;
  const client = await openClient({ projectId, relay, storage, family, signal });
  return createWalletConnect({ wallet, client, storage, networks, apps, showPairing });
}
