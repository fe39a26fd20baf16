import { type AttemptOptions, LinkspanError, type ScopedStorage } from '@linkspan/contract';
import { relayAnswerMs } from '../limits.ts';
import { createProof, type Proof } from '../proof.ts';
import { within } from '../race.ts';
import type { Client, SessionEvent, SessionRecord } from './client.ts';
import { ended, type PairingRequest, pair } from './pairing.ts';

export type { Client, Namespaces, SessionRecord } from './client.ts';

/** What a wallet behind WalletConnect is asked with. */
export interface SessionOptions extends Omit<PairingRequest, 'signal' | 'namespaces'> {
  readonly client: Client;
  /** This wallet's part of the remote's storage. */
  readonly storage: ScopedStorage;
}

/** What a wallet has approved, as its family reads it. */
export interface Granted {
  readonly topic: string;
  readonly methods: readonly unknown[];
}

/** What a session is in a family. */
export interface SessionFamily<Namespace extends string, Own extends Granted>
  extends Pick<PairingRequest, 'namespaces'> {
  /** Undefined if no account of the family is granted. */
  parse(record: SessionRecord): Own | undefined;
  /** A session is about to begin on a network. */
  begins?(network: SessionAttempt<Namespace>['network']): void;
  /** What belongs to the session is to be forgotten. */
  forget?(): void;
  /** Makes a change of what is granted, and tells what is different. */
  telling(change: () => void): void;
  /** Tells that the wallet has ended the session, or that it has expired. */
  tellEnd(): void;
}

/** An attempt: its signal ends the pairing that it leads to. */
export type SessionAttempt<Namespace extends string> = Pick<AttemptOptions<Namespace>, 'signal' | 'network'>;

/** One session of WalletConnect with a wallet. */
export interface Session<Namespace extends string, Own extends Granted> {
  granted(): Own | undefined;
  begin(attempt: SessionAttempt<Namespace>): void;
  /** Resolves once there is a session: if there is none, a wallet is asked by a pairing. Rejects as `pair` does. */
  connect(): Promise<void>;
  /**
   * Asks the wallet on a CAIP-2 chain. Rejects with the codes 4100 and 4200 of EIP-1193 if there is no session or it does
   * not grant the method, and as the wallet does.
   */
  request(chainId: string, method: string, params: unknown): Promise<unknown>;
  /** Ends the session at the relay; if that does not answer, it is at least forgotten here. */
  end(): Promise<void>;
  /** Hears the events of this session alone. */
  hear(event: SessionEvent, listener: (fact: unknown) => void): void;
  /** Which accounts a signature has proved in this session. */
  readonly proof: Proof;
}

/** A session that begins with the first attempt, unless a former page has kept one: that is resumed. */
export function createSession<Namespace extends string, Own extends Granted>(
  options: SessionOptions,
  family: SessionFamily<Namespace, Own>,
  first: SessionAttempt<Namespace>['network'],
): Session<Namespace, Own> {
  const { client, storage, wallet } = options;
  const { namespaces, parse } = family;
  let granted = client.session.getAll().flatMap((one) => parse(one) ?? [])[0];
  let pairing: { readonly signal: AbortSignal; readonly done: Promise<void> } | undefined;
  let attempt: SessionAttempt<Namespace> = { signal: new AbortController().signal, network: first };

  function drop(): void {
    granted = undefined;
    storage.remove('proved');
    family.forget?.();
  }

  async function connect(): Promise<void> {
    if (granted !== undefined) return;
    if (pairing === undefined || pairing.signal.aborted)
      pairing = { signal: attempt.signal, done: open(attempt) };
    const own = pairing;
    await own.done.finally(() => {
      if (pairing === own) pairing = undefined;
    });
  }

  async function open({ signal, network }: SessionAttempt<Namespace>): Promise<void> {
    const approved = await pair(client, { ...options, namespaces, signal });
    const own = parse(approved);
    if (own === undefined) {
      endAt(approved.topic).catch(() => undefined);
      throw new LinkspanError('wallet/no-accounts', { wallet });
    }
    drop();
    family.begins?.(network);
    granted = own;
  }

  async function endAt(topic: string): Promise<void> {
    const late = () => new LinkspanError('wallet/timeout', { wallet });
    const ending = client.disconnect({ topic, reason: ended });
    await within(ending, relayAnswerMs, late).catch(() => client.session.delete(topic, ended));
  }

  function hear(event: SessionEvent, listener: (fact: unknown) => void): void {
    client.on(event, (fact) => {
      if (granted !== undefined && fact.topic === granted.topic) listener(fact);
    });
  }

  function hearEnd(): void {
    drop();
    family.tellEnd();
  }

  hear('session_update', () =>
    family.telling(() => {
      const record = client.session.getAll().find(({ topic }) => topic === granted?.topic);
      granted = record && parse(record);
    }),
  );
  hear('session_delete', hearEnd);
  hear('session_expire', hearEnd);

  return {
    granted: () => granted,
    begin(next) {
      attempt = next;
    },
    connect,
    async request(chainId, method, params) {
      if (granted === undefined) throw toRpcError(4100, 'There is no session with the wallet');
      const { topic, methods } = granted;
      if (!methods.includes(method)) throw toRpcError(4200, `${method} is not approved by the wallet`);
      return client.request({ topic, chainId, request: { method, params } });
    },
    async end() {
      const topic = granted?.topic;
      drop();
      if (topic !== undefined) await endAt(topic);
    },
    hear,
    proof: createProof(storage),
  };
}

/** An error by its number of EIP-1193 or EIP-3326. */
export function toRpcError(code: number, message: string): Error {
  return Object.assign(new Error(message), { code });
}
