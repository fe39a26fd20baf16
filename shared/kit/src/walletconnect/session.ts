import {
  type AttemptOptions,
  field,
  isLink,
  LinkspanError,
  type ScopedStorage,
  toList,
} from '@linkspan/contract';
import { relayAnswerMs } from '../limits.ts';
import { within } from '../race.ts';
import { createProof, type Proof } from '../wallet-storage.ts';
import type { Client, Namespaces, SessionEvent, SessionRecord } from './client.ts';
import { ended, type PairingRequest, pair, withinRelay } from './pairing.ts';
import { clearStore, copyStore, storedTopics } from './store.ts';

/** The parts of every request to a wallet behind WalletConnect. */
export interface SessionOptions extends Omit<PairingRequest, 'signal' | 'namespaces'> {
  readonly client: Client;
  /** This wallet's part of the remote's storage, which all tabs share. */
  readonly storage: ScopedStorage;
  /** Aborted with the client. */
  readonly signal: AbortSignal;
  /** Opens another client on other storage, until the signal aborts. */
  openClient(storage: ScopedStorage, signal: AbortSignal): Promise<Client>;
}

/** The approved accounts and methods, as far as they have the form of WalletConnect's namespaces. */
export interface Granted<Account> {
  readonly topic: string;
  /** In the wallet's order. */
  readonly accounts: readonly Account[];
  readonly methods: readonly unknown[];
  /** The approved methods on one CAIP-2 chain: a wallet may approve others for each. */
  methodsOn(chainId: string): readonly unknown[];
  /** What the wallet says of the session, and of its scopes (CAIP-25), unparsed. */
  readonly properties: { readonly session: unknown; readonly scoped: unknown };
  /** Opens the wallet's app, if it says by what. */
  readonly appUrl?: string | undefined;
}

/** The part of a session that depends on its family. */
export interface SessionFamily<Namespace extends string, Account> {
  readonly namespace: Namespace;
  /** The chains, methods and events to request. */
  readonly asked: Namespaces[string];
  /** An account that the wallet has granted, as CAIP-10 writes it; undefined for a text in another form. */
  parseAccount(text: string): Account | undefined;
  /** A session is about to begin on a network. */
  onBegin?(network: SessionAttempt<Namespace>['network']): void;
  /** Removes the session's data. */
  forget?(): void;
  /** Runs a change of the grant, and reports the differences. */
  update(change: () => void): void;
  /** The wallet has ended the session, or it has expired. */
  onEnd(): void;
}

/** An attempt: its signal ends the pairing that it leads to. */
export type SessionAttempt<Namespace extends string> = Pick<AttemptOptions<Namespace>, 'signal' | 'network'>;

/** One session of WalletConnect with a wallet. */
export interface Session<Namespace extends string, Account> {
  granted(): Granted<Account> | undefined;
  begin(attempt: SessionAttempt<Namespace>): void;
  /** Resolves once there is a session: if there is none, a wallet is asked by a pairing. Rejects as `pair` does. */
  connect(): Promise<void>;
  /**
   * Asks the wallet on a CAIP-2 chain. Rejects with the codes 4100 and 4200 of EIP-1193 if there is no session or it does
   * not grant the method on that chain, with `wallet/failed` if the relay does not take the request, which may reach the
   * wallet even then, and as the wallet does.
   */
  request(chainId: string, method: string, params: unknown): Promise<unknown>;
  /** Ends the sessions of all tabs at the relay; if that does not answer, they are at least removed here. */
  end(): Promise<void>;
  /** Listens to the events of this session alone. */
  on(event: SessionEvent, listener: (fact: unknown) => void): void;
  /** Which accounts a signature has proved in this session. */
  readonly proof: Proof;
}

/**
 * A session that begins with the first attempt, unless a previous page or another tab has stored one, which is resumed: the
 * latest. If another tab ends it, it is over here too.
 */
export function createSession<Namespace extends string, Account>(
  options: SessionOptions,
  family: SessionFamily<Namespace, Account>,
  first: SessionAttempt<Namespace>['network'],
): Session<Namespace, Account> {
  const { client, storage, wallet } = options;
  const { namespace, asked, parseAccount } = family;
  const parse = (record: SessionRecord) => parseGranted(record, namespace, parseAccount);
  let granted = client.session
    .getAll()
    .flatMap((one) => parse(one) ?? [])
    .at(-1);
  let pairing: { readonly signal: AbortSignal; readonly done: Promise<void> } | undefined;
  let attempt: SessionAttempt<Namespace> = { signal: new AbortController().signal, network: first };

  function drop(): void {
    granted = undefined;
    storage.remove('proved');
    family.forget?.();
  }

  /** The session's data, which a newer session may have by now, stay. */
  function followTabs(): void {
    const topic = granted?.topic;
    if (topic === undefined || storedTopics(storage).includes(topic)) return;
    granted = undefined;
    client.session.delete(topic, ended).catch(() => undefined);
    family.onEnd();
  }
  globalThis.window?.addEventListener('storage', followTabs, { signal: options.signal });

  async function connect(): Promise<void> {
    followTabs();
    if (granted !== undefined) return;
    if (pairing === undefined || pairing.signal.aborted)
      pairing = { signal: attempt.signal, done: open(attempt) };
    const own = pairing;
    await own.done.finally(() => {
      if (pairing === own) pairing = undefined;
    });
  }

  async function open({ signal, network }: SessionAttempt<Namespace>): Promise<void> {
    const approved = await pair(client, { ...options, namespaces: { [namespace]: asked }, signal });
    const own = parse(approved);
    if (own === undefined) {
      endAt(approved.topic).catch(() => undefined);
      throw new LinkspanError('wallet/no-accounts', { wallet });
    }
    drop();
    family.onBegin?.(network);
    granted = own;
  }

  async function end(): Promise<void> {
    const copy = copyStore(storage);
    drop();
    // The page may be left before the relay has answered.
    clearStore(storage);
    await Promise.all([endAll(client), endOthers(copy)]);
  }

  const endAll = (by: Client) => Promise.all(by.session.getAll().map(({ topic }) => endAt(topic, by)));

  /** Ends the sessions of other tabs, of which this client has no keys. */
  async function endOthers(copy: ScopedStorage): Promise<void> {
    const own = client.session.getAll().map(({ topic }) => topic);
    if (storedTopics(copy).every((topic) => own.includes(topic))) return;
    const closing = new AbortController();
    const other = await options.openClient(copy, closing.signal);
    await endAll(other).finally(() => closing.abort());
  }

  async function endAt(topic: string, by = client): Promise<void> {
    const late = () => new LinkspanError('wallet/timeout', { wallet });
    const ending = by.disconnect({ topic, reason: ended });
    await within(ending, relayAnswerMs, late).catch(() => by.session.delete(topic, ended));
  }

  function on(event: SessionEvent, listener: (fact: unknown) => void): void {
    client.on(event, (fact) => {
      if (granted !== undefined && fact.topic === granted.topic) listener(fact);
    });
  }

  function onSessionEnd(): void {
    drop();
    family.onEnd();
  }

  /** By the requests that the relay has not taken yet. A person may take longer than it. */
  const unsent = new WeakMap<object, () => void>();
  client.on('session_request_sent', ({ request }) => request && unsent.get(request)?.());

  on('session_update', () =>
    family.update(() => {
      const record = client.session.getAll().find(({ topic }) => topic === granted?.topic);
      const next = record && parse(record);
      // Accounts that it grants later would come without an attempt.
      if (next === undefined) end().catch(() => undefined);
      else granted = next;
    }),
  );
  on('session_delete', onSessionEnd);
  on('session_expire', onSessionEnd);

  return {
    granted: () => granted,
    begin(next) {
      attempt = next;
    },
    connect,
    async request(chainId, method, params) {
      followTabs();
      if (granted === undefined) throw toRpcError(4100, 'There is no session with the wallet');
      const { topic } = granted;
      if (!granted.methodsOn(chainId).includes(method))
        throw toRpcError(4200, `${method} is not approved by the wallet`);
      const request = { method, params };
      const sent = new Promise<void>((resolve) => unsent.set(request, resolve));
      const answer = client.request({ topic, chainId, request });
      await withinRelay(wallet, Promise.race([sent, answer]));
      return answer;
    },
    end,
    on,
    proof: createProof(storage, () => granted !== undefined),
  };
}

/** The grant of a namespace; undefined without an account. Namespaces may also be of one chain: `eip155:1`. */
function parseGranted<Account>(
  { topic, namespaces, peer, sessionProperties, scopedProperties }: SessionRecord,
  namespace: string,
  parseAccount: (text: string) => Account | undefined,
): Granted<Account> | undefined {
  const keys = Object.keys(Object(namespaces)).filter((key) => key.split(':')[0] === namespace);
  const readList = (key: string, name: string) => toList(field(field(namespaces, key), name)) ?? [];
  const listOf = (name: string) => keys.flatMap((key) => readList(key, name));
  const isOn = (chainId: string) => (key: string) =>
    readList(key, 'accounts').some((text) => typeof text === 'string' && text.startsWith(`${chainId}:`));
  const accounts = listOf('accounts').flatMap((text) =>
    typeof text === 'string' ? (parseAccount(text) ?? []) : [],
  );
  if (accounts.length === 0) return undefined;
  const properties = { session: sessionProperties, scoped: scopedProperties };
  const redirect = field(field(peer, 'metadata'), 'redirect');
  const addresses = [field(redirect, 'native'), field(redirect, 'universal')];
  return {
    ...{ topic, accounts, properties, methods: listOf('methods') },
    appUrl: addresses.find((one) => typeof one === 'string' && isLink(one)) as string | undefined,
    methodsOn: (chainId) => keys.filter(isOn(chainId)).flatMap((key) => readList(key, 'methods')),
  };
}

/** An error by its number of EIP-1193 or EIP-3326. */
export function toRpcError(code: number, message: string): Error {
  return Object.assign(new Error(message), { code });
}
