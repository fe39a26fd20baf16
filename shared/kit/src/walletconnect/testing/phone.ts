import { createStorage } from '../../testing/storage.ts';
import type { Client, Proposal, SessionEvent, SessionFact, SessionRecord } from '../client.ts';
import type { SessionOptions } from '../session.ts';

type Asked = Parameters<Client['request']>[0];
type Listener = (fact: SessionFact) => void;

/** A session that the page has proposed, and a person's answers to it. */
export interface FakeProposal {
  readonly uri: string;
  readonly topic: string;
  readonly optionalNamespaces: Parameters<Client['connect']>[0]['optionalNamespaces'];
  /** Approves it, with properties of the session; answers the session's topic. */
  approve(
    namespaces: unknown,
    properties?: Pick<SessionRecord, 'peer' | 'sessionProperties' | 'scopedProperties'>,
  ): string;
  refuse(error: unknown): void;
}

/** A phone behind WalletConnect's library, in place of both. What goes wrong can be switched on at any time. */
export interface Phone {
  readonly client: Client;
  /** Where the library stores its sessions. */
  readonly storage: ReturnType<typeof createStorage>;
  /** The library's part of a wallet. */
  readonly parts: Pick<SessionOptions, 'client' | 'storage' | 'signal' | 'openClient'>;
  /** The relay does not answer. */
  isAway: boolean;
  /** What a request is answered. */
  answer(asked: Asked): unknown;
  readonly proposals: readonly FakeProposal[];
  readonly requests: readonly Asked[];
  /** Topics of pairings and of sessions that the page has ended at the relay. */
  readonly forgotten: readonly string[];
  readonly ended: readonly string[];
  /** Lets proposals and requests reach the relay that was away. */
  comeBack(): void;
  /** Changes what a session grants; says so. */
  update(topic: string, namespaces: unknown): void;
  /** Ends a session on the phone. */
  end(topic: string, how?: 'session_delete' | 'session_expire'): void;
  emit(event: SessionEvent, fact: SessionFact & { readonly params?: unknown }): void;
}

const never = () => new Promise<never>(() => undefined);

export function createPhone(): Phone {
  const storage = createStorage();
  const sessions = new Map<string, SessionRecord>();
  function change(run: () => void): void {
    run();
    if (sessions.size > 0) storage.set('session', JSON.stringify([...sessions.values()]));
    else storage.remove('session');
  }
  const listeners = new Map<SessionEvent, Set<Listener>>();
  const proposals: FakeProposal[] = [];
  const requests: Asked[] = [];
  const [forgotten, ended]: [string[], string[]] = [[], []];
  const waiting: (() => void)[] = [];

  function propose(optionalNamespaces: FakeProposal['optionalNamespaces']): Proposal {
    const topic = `pairing${proposals.length}`;
    const uri = `wc:${topic}@2?expiryTimestamp=1893456300&relay-protocol=irn&symKey=ab`;
    let refuse: (error: unknown) => void = () => undefined;
    let take: (session: SessionRecord) => void = () => undefined;
    const approved = new Promise<SessionRecord>((resolve, reject) => {
      [take, refuse] = [resolve, reject];
    });
    const approve: FakeProposal['approve'] = (namespaces, properties) => {
      const session = { topic: `session${sessions.size}`, namespaces, ...properties };
      change(() => sessions.set(session.topic, session));
      take(session);
      return session.topic;
    };
    proposals.push({ uri, topic, optionalNamespaces, approve, refuse: (error) => refuse(error) });
    return { uri, approval: () => approved };
  }

  const phone: Phone = {
    ...{ isAway: false, proposals, requests, forgotten, ended, storage },
    get parts() {
      const { client } = phone;
      return { client, storage, signal: new AbortController().signal, openClient: async () => client };
    },
    answer: () => null,
    client: {
      session: {
        getAll: () => [...sessions.values()],
        delete: async (topic) => change(() => sessions.delete(topic)),
      },
      core: { pairing: { disconnect: async ({ topic }) => void forgotten.push(topic) } },
      connect: ({ optionalNamespaces }) =>
        phone.isAway
          ? new Promise((resolve) => waiting.push(() => resolve(propose(optionalNamespaces))))
          : Promise.resolve(propose(optionalNamespaces)),
      async request(asked) {
        if (phone.isAway) await new Promise<void>((resolve) => waiting.push(resolve));
        requests.push(asked);
        phone.emit('session_request_sent', asked);
        return phone.answer(asked);
      },
      async disconnect({ topic }) {
        if (phone.isAway) return never();
        ended.push(topic);
        change(() => sessions.delete(topic));
      },
      on: (event, listener) => listeners.set(event, (listeners.get(event) ?? new Set()).add(listener)),
    },
    comeBack() {
      phone.isAway = false;
      for (const go of waiting.splice(0)) go();
    },
    update(topic, namespaces) {
      change(() => sessions.set(topic, { ...sessions.get(topic), topic, namespaces }));
      phone.emit('session_update', { topic });
    },
    end(topic, how = 'session_delete') {
      change(() => sessions.delete(topic));
      phone.emit(how, { topic });
    },
    emit(event, fact) {
      for (const listener of listeners.get(event) ?? []) listener(fact);
    },
  };
  return phone;
}
