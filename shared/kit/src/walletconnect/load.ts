import type { DiscoveryPort, RemotePort, ScopedStorage } from '@linkspan/contract';
import type { KnownWallet, LoadRequest } from '../discovery/discovery.ts';
import { raceRequest } from '../race.ts';
import { scopeTo } from '../wallet-storage.ts';
import { openClient } from './client.ts';
import type { WalletConnectOptions } from './offer.ts';
import type { Session, SessionOptions } from './session.ts';
import { hasSession } from './store.ts';

/** The parts of a remote's wallet behind WalletConnect. */
export interface WalletParts<Namespace extends string>
  extends SessionOptions,
    Pick<RemotePort<Namespace>, 'networks'> {}

/** A wallet behind WalletConnect, as discovery and connector of a family know wallets. */
export interface PairedWallet<Namespace extends string, Provider>
  extends Pick<Session<Namespace, never>, 'begin'> {
  readonly provider: Provider;
}

const publicRelay = 'wss://relay.walletconnect.org';

/**
 * Loads the wallet that `create` makes, the same at each call. Returns undefined if there is no session to restore, and for
 * `prepare`. Rejects with `config/malformed`, and with `wallet/cancelled` by the attempt's signal.
 */
export function createLoad<Namespace extends string, Provider>(
  create: (parts: WalletParts<Namespace>) => PairedWallet<Namespace, Provider>,
) {
  const opened = new WeakMap<DiscoveryPort<Namespace>, Promise<PairedWallet<Namespace, Provider>>>();
  return async (
    { id, name }: KnownWallet,
    asked: LoadRequest<Namespace>,
    port: DiscoveryPort<Namespace>,
  ): Promise<Provider | undefined> => {
    const isAttempt = 'onProgress' in asked;
    const storage = scopeTo(port.storage, id);
    if (!('deadlineMs' in asked) || !(isAttempt || hasSession(storage))) return undefined;
    const opening = opened.get(port) ?? openParts(name, storage, port).then(create);
    opened.set(port, opening);
    opening.catch(() => opened.delete(port));
    if (!isAttempt) return (await opening).provider;
    const { provider, begin } = await raceRequest(name, asked.signal, () => opening);
    begin(asked);
    return provider;
  };
}

async function openParts<Namespace extends string>(
  wallet: string,
  storage: ScopedStorage,
  port: DiscoveryPort<Namespace>,
): Promise<WalletParts<Namespace>> {
  const { networks, signal, showPairing } = port;
  const {
    walletConnectProjectId: projectId = '',
    walletConnectRelay: relay = publicRelay,
    walletConnectApps: apps = [],
  } = (port.options ?? {}) as WalletConnectOptions;
  const client = await openClient({ projectId, relay, storage, signal });
  return { wallet, client, storage, networks, apps, showPairing };
}
