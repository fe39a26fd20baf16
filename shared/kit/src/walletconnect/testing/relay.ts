import { EventEmitter } from 'node:events';
import type { ScopedStorage } from '@linkspan/contract';
import type { UniversalProvider } from '@walletconnect/universal-provider';
import { openClient } from '../client.ts';

export type Library = InstanceType<typeof UniversalProvider>['client'];

/** A relay in this process. Without a key, it can still say whatever it wants to. */
export interface Relay {
  /** It takes no requests until it is back, and then all. */
  isAway: boolean;
  /** Connects one who has asked nobody yet. */
  join(library: Library): void;
  /** Forgets one whose page has gone. */
  leave(library: Library): void;
  /** Sends a member a message on a topic, as if another member had. */
  push(to: Library, topic: string, message: string): void;
}

interface Member {
  readonly topics: Set<string>;
  receive(topic: string, message: string): void;
}

interface Message {
  readonly from: Member;
  readonly topic: string;
  readonly message: string;
}

type Params = Readonly<Record<string, string>> & { readonly topics?: readonly string[] };

/** Opens a relay. It forwards messages of a topic, and stores those without a subscriber until there is one. */
export function createRelay(): Relay {
  const members = new Map<Library, Member>();
  let stored: readonly Message[] = [];

  function publish(from: Member, topic: string, message = ''): void {
    const others = [...members.values()].filter((one) => one !== from && one.topics.has(topic));
    for (const other of others) other.receive(topic, message);
    if (others.length === 0) stored = [...stored, { from, topic, message }];
  }

  function subscribe(member: Member, topics: readonly string[]): void {
    for (const topic of topics) member.topics.add(topic);
    const isFor = ({ from, topic }: Message) => from !== member && topics.includes(topic);
    const waiting = stored.filter(isFor);
    stored = stored.filter((one) => !isFor(one));
    for (const { topic, message } of waiting) member.receive(topic, message);
  }

  function answer(member: Member, method: string, params: Params): unknown {
    const { topic = '', topics = [topic], pairingTopic = '', sessionTopic = '' } = params;
    if (/subscribe/i.test(method)) setImmediate(subscribe, member, topics);
    if (method === 'irn_publish') publish(member, topic, params.message);
    if (method === 'wc_proposeSession') {
      subscribe(member, [pairingTopic]);
      publish(member, pairingTopic, params.sessionProposal);
    }
    if (method === 'wc_approveSession') {
      subscribe(member, [sessionTopic]);
      publish(member, pairingTopic, params.sessionProposalResponse);
      publish(member, sessionTopic, params.sessionSettlementRequest);
    }
    return /etch/.test(method) ? { messages: [], hasMore: false } : (params.topics ?? (topic || true));
  }

  const relay: Relay = {
    isAway: false,
    join(library) {
      const events = new EventEmitter();
      let pushed = 0;
      const member: Member = {
        topics: new Set(),
        receive(topic, message) {
          pushed += 1;
          const data = { topic, message, publishedAt: Date.now() };
          const params = { id: topic, data };
          events.emit('payload', { id: pushed, jsonrpc: '2.0', method: 'irn_subscription', params });
        },
      };
      members.set(library, member);
      const provider = Object.assign(events, {
        connection: { socket: { readyState: 1, on: () => undefined }, send: async () => undefined },
        connect: async () => void events.emit('connect'),
        disconnect: async () => undefined,
        async request({ method, params }: { method: string; params: Params }) {
          while (relay.isAway) await new Promise((resolve) => setTimeout(resolve, 10));
          return answer(member, method, params);
        },
      });
      const { relayer } = library.core;
      // In place of a socket.
      Object.assign(relayer, {
        async createProvider() {
          Object.assign(relayer, { provider });
          (relayer as unknown as { registerProviderListeners(): void }).registerProviderListeners();
        },
      });
    },
    leave: (library) => void members.delete(library),
    push: (to, topic, message) => members.get(to)?.receive(topic, message),
  };
  return relay;
}

/** WalletConnect's own library, as it is on either side, connected to a relay until the signal aborts. */
export async function openLibrary(
  relay: Relay,
  storage: ScopedStorage,
  signal: AbortSignal,
): Promise<Library> {
  const library = (await openClient({
    ...{ projectId: 'p', relay: 'ws://127.0.0.1:9', signal, storage },
  })) as unknown as Library;
  relay.join(library);
  // What is sent to a page that has gone waits for the next one.
  signal.addEventListener('abort', () => relay.leave(library));
  return library;
}

/** Has the library of a phone approve one account for the session that is proposed by an address. */
export async function approve(phone: Library, uri: string, account: string): Promise<void> {
  const [namespace = '', reference = ''] = account.split(':');
  const approved = new Promise<void>((resolve, reject) => {
    phone.once('session_proposal', ({ id, params }) => {
      const { methods = [], events = [] } = params.optionalNamespaces[namespace] ?? {};
      const granted = { accounts: [account], chains: [`${namespace}:${reference}`], methods, events };
      phone.approve({ id, namespaces: { [namespace]: granted } }).then(() => resolve(), reject);
    });
  });
  await phone.pair({ uri });
  await approved;
}
