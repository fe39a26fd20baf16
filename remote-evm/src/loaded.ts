import type { DiscoveryPort, ScopedStorage } from '@linkspan/contract';
import type { KnownWallet, LoadAsked } from '@linkspan/kit/discovery';
import type { Options } from './announced.ts';
import type { Provider } from './provider.ts';
import { openClient } from './wallets/client.ts';
import { hasSession } from './wallets/store.ts';
import { createWalletConnect, type WalletConnect } from './wallets/walletconnect.ts';

type Port = DiscoveryPort<'eip155'>;

const publicRelay = 'wss://relay.walletconnect.org';

const opened = new WeakMap<Port, Promise<WalletConnect>>();

/**
 * The provider of WalletConnect, the same at each call. Undefined if there is no session to restore, and where the code
 * was only to be loaded. Rejects with `config/malformed`.
 */
export async function openLoaded(
  { id, name }: KnownWallet,
  asked: LoadAsked<'eip155'>,
  port: Port,
): Promise<Provider | undefined> {
  const isAttempt = 'onProgress' in asked;
  const storage = scopeTo(port.storage, id);
  if (!('deadlineMs' in asked) || !(isAttempt || hasSession(storage))) return undefined;
  const opening = opened.get(port) ?? open(name, storage, port);
  opened.set(port, opening);
  opening.catch(() => opened.delete(port));
  const wallet = await opening;
  if (isAttempt) wallet.begin(asked);
  return wallet.provider;
}

async function open(wallet: string, storage: ScopedStorage, port: Port): Promise<WalletConnect> {
  const { family, networks, signal, showPairing } = port;
  const {
    walletConnectProjectId: projectId = '',
    walletConnectRelay: relay = publicRelay,
    walletConnectApps: apps = [],
  } = (port.options ?? {}) as Options;
  const client = await openClient({ projectId, relay, storage, family, signal });
  return createWalletConnect({ wallet, client, storage, networks, apps, showPairing });
}

/** A wallet's part of the remote's storage. */
function scopeTo(storage: ScopedStorage, walletId: string): ScopedStorage {
  const keyOf = (key: string) => `wallet:${walletId}:${key}`;
  return {
    get: (key) => storage.get(keyOf(key)),
    set: (key, value) => storage.set(keyOf(key), value),
    remove: (key) => storage.remove(keyOf(key)),
  };
}
