import { isA, LinkspanError, type RemotePort, type ScopedStorage } from '@linkspan/contract';
import { UniversalProvider } from '@walletconnect/universal-provider';
import { tryTo } from '../util.ts';
import { clearStore, createStore } from './store.ts';

/** What is used of WalletConnect's library. Whatever it answers is the wallet's, and unparsed. */
export interface Client {
  readonly session: {
    getAll(): readonly SessionRecord[];
    delete(topic: string, reason: Reason): Promise<void>;
  };
  readonly core: {
    readonly pairing: { disconnect(asked: { readonly topic: string }): Promise<void> };
  };
  /** Resolves once the relay has the proposal; without a relay it settles a minute later. */
  connect(asked: { readonly optionalNamespaces: Namespaces }): Promise<Proposal>;
  request(asked: {
    readonly topic: string;
    readonly chainId: string;
    readonly request: { readonly method: string; readonly params: unknown };
  }): Promise<unknown>;
  disconnect(asked: { readonly topic: string; readonly reason: Reason }): Promise<void>;
  on(event: SessionEvent, listener: (fact: { readonly topic: string }) => void): unknown;
}

export interface Proposal {
  readonly uri?: string | undefined;
  /** To be called once, and at once: an approval that comes before is lost. */
  approval(): Promise<SessionRecord>;
}

export interface SessionRecord {
  readonly topic: string;
  readonly namespaces: unknown;
}

export type SessionEvent = 'session_update' | 'session_event' | 'session_delete' | 'session_expire';

/** What a wallet is asked to grant, by CAIP-2 namespaces. */
export type Namespaces = Record<string, { chains: string[]; methods: string[]; events: string[] }>;

interface Reason {
  code: number;
  message: string;
}

/** What a client is opened with. */
export interface ClientOptions extends Pick<RemotePort, 'signal'> {
  readonly projectId: string;
  /** A ws or wss address. */
  readonly relay: string;
  /** This wallet's part of the remote's storage. */
  readonly storage: ScopedStorage;
}

const ignore = () => undefined;
/** What the library logs has keys in it. */
const silent = {
  ...{ fatal: ignore, error: ignore, warn: ignore, info: ignore, debug: ignore, trace: ignore },
  level: 'silent',
  bindings: () => ({ context: '' }),
  child: () => silent,
};

/**
 * Opens WalletConnect's library until the signal aborts: it asks the relay alone, and only once it has a session or
 * proposes one. Rejects with `config/malformed`.
 */
export async function openClient(options: ClientOptions): Promise<Client> {
  const { projectId, relay, storage, signal } = options;
  if (!/^wss?:\/\//.test(relay) || !URL.canParse(relay))
    throw new LinkspanError('config/malformed', {
      place: 'remote.options.walletConnectRelay',
      expected: 'a ws or wss address',
    });
  const { host, origin } = window.location;
  const init = () =>
    UniversalProvider.init({
      projectId,
      relayUrl: relay,
      metadata: { name: host, description: '', url: origin, icons: [] },
      storage: createStore(storage),
      // The library finds what it has opened by this name: another discovery would share it, with its storage and its relay.
      customStoragePrefix: crypto.randomUUID(),
      logger: silent as never,
      telemetryEnabled: false,
      disableProviderPing: true,
    });
  const { client } = await init().catch((error: unknown) => {
    // Others may have written to what is kept. Without a network it rejects otherwise, and the session stays.
    if (!isA(error, TypeError)) throw error;
    clearStore(storage);
    return init();
  });
  // At once: what the relay keeps for a session arrives a moment later.
  hearWalletAlone(client.core);

  const { verify, heartbeat, relayer } = client.core;
  // Else it waits for a frame of another host, which tells the wallet what it thinks of this page.
  Object.assign(verify, { isDevEnv: true });
  const close = () => {
    heartbeat.stop();
    relayer.transportClose().catch(ignore);
  };
  signal.addEventListener('abort', close, { once: true });
  if (signal.aborted) close();
  reopenWhenSeen(relayer, signal);
  return client as Client;
}

/**
 * Has the library read of a relay only what is encrypted with a topic's key: WalletConnect's envelopes of type 0. It would
 * also take type 2, which is plain text, and type 1, which whoever knows the page's public key can write. The first is for
 * links between apps, the other for an authentication that the page does not ask for.
 */
function hearWalletAlone({
  crypto: envelopes,
}: InstanceType<typeof UniversalProvider>['client']['core']): void {
  const { decode, getPayloadType } = envelopes;
  // The library does not expect it to throw.
  envelopes.getPayloadType = (...given) => tryTo(() => getPayloadType(...given)) ?? Number.NaN;
  envelopes.decode = async (topic, encoded, options) => {
    const type = envelopes.getPayloadType(encoded, options?.encoding);
    if (type !== 0) throw new Error(`An envelope of type ${type}`);
    return decode(topic, encoded, options);
  };
}

/** What is used of the connection to the relay, as WalletConnect's library has it. */
interface Relayer {
  readonly connected: boolean;
  /** Does nothing while there is neither a session nor a proposal. */
  transportOpen(): Promise<void>;
}

/**
 * Opens the connection to the relay again when the person comes back to the page, until the signal aborts: a phone closes it
 * while the wallet's app is in front, and what the wallet answers waits at the relay. The library itself looks every five
 * seconds, and no more once the relay has closed the connection with code 3000.
 */
export function reopenWhenSeen(relayer: Relayer, signal: AbortSignal): void {
  const reopen = () => {
    if (document.visibilityState === 'visible' && !relayer.connected)
      relayer.transportOpen().catch(() => undefined);
  };
  window.addEventListener('visibilitychange', reopen, { signal });
}
