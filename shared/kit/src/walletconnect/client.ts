import { isA, LinkspanError, type RemotePort, type ScopedStorage } from '@linkspan/contract';
import { UniversalProvider } from '@walletconnect/universal-provider';
import { tryTo } from '../util.ts';
import { clearStore, createStore } from './store.ts';

/** The used part of WalletConnect's library. Its answers are the wallet's, and unparsed. */
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
  /** Without a relay it rejects a minute later, and the wallet may receive the request even then. */
  request(asked: {
    readonly topic: string;
    readonly chainId: string;
    readonly request: { readonly method: string; readonly params: unknown };
  }): Promise<unknown>;
  disconnect(asked: { readonly topic: string; readonly reason: Reason }): Promise<void>;
  on(event: SessionEvent, listener: (fact: SessionFact) => void): unknown;
}

export interface Proposal {
  readonly uri?: string | undefined;
  /** To be called once, and at once: an approval that comes before is lost. */
  approval(): Promise<SessionRecord>;
}

export interface SessionRecord {
  readonly topic: string;
  readonly namespaces: unknown;
  /** What the wallet says of itself. */
  readonly peer?: unknown;
  /** What the wallet says of the session, and of its scopes (CAIP-25). */
  readonly sessionProperties?: unknown;
  readonly scopedProperties?: unknown;
}

/** `session_request_sent`: the relay has taken a request, or a minute has passed without that. */
export type SessionEvent =
  | 'session_update'
  | 'session_event'
  | 'session_delete'
  | 'session_expire'
  | 'session_request_sent';

export interface SessionFact {
  readonly topic: string;
  /** The sent request, which is the object that was given. */
  readonly request?: object;
}

/** The requested chains, methods and events, by CAIP-2 namespaces. */
export type Namespaces = Record<string, { chains: string[]; methods: string[]; events: string[] }>;

interface Reason {
  code: number;
  message: string;
}

export interface ClientOptions extends Pick<RemotePort, 'signal'> {
  readonly projectId: string;
  /** A ws or wss address. */
  readonly relay: string;
  /** This wallet's part of the remote's storage. */
  readonly storage: ScopedStorage;
}

const ignore = () => undefined;
/** The library logs keys. */
const silent = {
  ...{ fatal: ignore, error: ignore, warn: ignore, info: ignore, debug: ignore, trace: ignore },
  level: 'silent',
  bindings: () => ({ context: '' }),
  child: () => silent,
};

/**
 * Opens WalletConnect's library until the signal aborts: it reaches the relay alone, and only once it has a session or
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
      // The library shares an instance by this name: another discovery would share storage and relay.
      customStoragePrefix: crypto.randomUUID(),
      logger: silent as never,
      telemetryEnabled: false,
      disableProviderPing: true,
    });
  const { client } = await init().catch((error: unknown) => {
    // Others may have written to the storage. Without a network it rejects otherwise, and the session stays.
    if (!isA(error, TypeError)) throw error;
    clearStore(storage);
    return init();
  });
  // At once: messages that wait at the relay arrive a moment later.
  refuseForgedEnvelopes(client.core);
  endSessionsOnce(client);

  const { verify, heartbeat, relayer } = client.core;
  // Else it waits for a frame of another host, which rates this page for the wallet.
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
 * Makes the library refuse envelopes that are not encrypted with a topic's key (type 0): type 2 is plain text, for links
 * between apps; type 1 needs only the page's public key, for an authentication that the page does not use.
 */
function refuseForgedEnvelopes({
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

/**
 * Drops a wallet's second word that a session has ended: a relay may deliver one more while the first is worked through. The
 * library checks it, does not wait for the check, and so throws into the page.
 */
function endSessionsOnce({ engine, session }: InstanceType<typeof UniversalProvider>['client']): void {
  const parts = engine as unknown as {
    onSessionDeleteRequest(topic: string, payload: unknown): Promise<void>;
  };
  const { onSessionDeleteRequest } = parts;
  parts.onSessionDeleteRequest = async (topic, payload) => {
    if (session.keys.includes(topic)) await onSessionDeleteRequest(topic, payload);
  };
}

/** The used part of the library's connection to the relay. */
interface Relayer {
  readonly connected: boolean;
  /** Does nothing while there is neither a session nor a proposal. */
  transportOpen(): Promise<void>;
}

/**
 * Opens the connection to the relay again when the person comes back to the page, until the signal aborts: a phone closes it
 * while the wallet's app is in front, and the wallet's answer waits at the relay. The library itself tries every five
 * seconds, and stops once the relay has closed the connection with code 3000.
 */
export function reopenWhenSeen(relayer: Relayer, signal: AbortSignal): void {
  const reopen = () => {
    if (document.visibilityState === 'visible' && !relayer.connected)
      relayer.transportOpen().catch(() => undefined);
  };
  window.addEventListener('visibilitychange', reopen, { signal });
}
