import type { DiscoveryPort, RemotePort, ScopedStorage } from '@linkspan/contract';
import type { KnownWallet, Loaded, LoadRequest } from '../discovery/discovery.ts';
import { raceRequest } from '../race.ts';
import { scopeTo } from '../wallet-storage.ts';
import { openClient } from './client.ts';
import { publicRelay, type WalletConnectOptions } from './offer.ts';
import type { Session, SessionOptions } from './session.ts';
import { storedTopics } from './store.ts';

/** The parts of a remote's wallet behind WalletConnect. */
export interface WalletParts<Namespace extends string>
  extends SessionOptions,
    Pick<RemotePort<Namespace>, 'networks'> {}

/** A wallet behind WalletConnect, as discovery and connector of a family know wallets. */
export interface PairedWallet<Namespace extends string, Provider>
  extends Pick<Session<Namespace, never>, 'begin'> {
  readonly loaded: Loaded<Provider>;
}

/**
 * Loads the wallet that `create` makes, the same at each call until another tab has begun a session. Returns undefined if
 * there is no session to restore, and for `prepare`. Rejects with `config/malformed`, and with `wallet/cancelled` by the
 * attempt's signal.
 */
export function createLoad<Namespace extends string, Provider>(
  create: (parts: WalletParts<Namespace>) => PairedWallet<Namespace, Provider>,
) {
  const opened = new WeakMap<DiscoveryPort<Namespace>, ReturnType<typeof open>>();

  async function open(wallet: string, storage: ScopedStorage, port: DiscoveryPort<Namespace>) {
    const parts = await openParts(wallet, storage, port);
    const isCurrent = () => {
      const own = parts.client.session.getAll().map(({ topic }) => topic);
      return storedTopics(storage).every((topic) => own.includes(topic));
    };
    return { paired: create(parts), isCurrent };
  }

  return async (
    { id, name }: KnownWallet,
    asked: LoadRequest<Namespace>,
    port: DiscoveryPort<Namespace>,
  ): Promise<Loaded<Provider> | undefined> => {
    const isAttempt = 'onProgress' in asked;
    const storage = scopeTo(port.storage, id);
    if (!('deadlineMs' in asked) || !(isAttempt || storedTopics(storage).length > 0)) return undefined;
    // A client reads what other tabs have stored only as it opens. The one before it may still be in use.
    const opening = Promise.resolve(opened.get(port)).then((before) =>
      before?.isCurrent() ? before : open(name, storage, port),
    );
    opened.set(port, opening);
    opening.catch(() => opened.get(port) === opening && opened.delete(port));
    if (!isAttempt) return (await opening).paired.loaded;
    const { loaded, begin } = (await raceRequest(name, asked.signal, () => opening)).paired;
    begin(asked);
    return loaded;
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
  const open = (own: ScopedStorage, ended: AbortSignal) =>
    openClient({ projectId, relay, storage: own, signal: AbortSignal.any([signal, ended]) });
  const client = await open(storage, signal);
  return { wallet, client, openClient: open, signal, storage, networks, apps, showPairing };
}
