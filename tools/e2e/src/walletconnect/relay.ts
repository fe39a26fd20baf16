import type { IncomingMessage } from 'node:http';
import { field } from '@linkspan/contract';
import { type WebSocket, WebSocketServer } from 'ws';
import { listen } from '../place/listen.ts';

/** A stand-in for WalletConnect's relay. */
export interface Relay {
  /** A ws address. */
  readonly url: string;
  /** Sends the pages on a topic what no wallet has sent. It has no key: an envelope of type 2, which is plain text. */
  lie(topic: string, payload: object): void;
  /** Ends it, and all that is connected to it. */
  close(): Promise<void>;
}

/** A call of the relay's JSON-RPC, as far as it is read. */
interface Call {
  readonly id: number;
  readonly method: string;
  readonly params: Readonly<Record<string, string>> & { readonly topics?: readonly string[] };
}

/** Somebody who is connected, by the id that is the same after a reload. */
interface Peer {
  readonly id: string;
  readonly socket: WebSocket;
  readonly topics: Set<string>;
  /** It proposes sessions, in this connection. */
  isPage: boolean;
}

interface Message {
  readonly from: string;
  readonly topic: string;
  readonly message: string;
}

/** Hands on what is published on a topic; what nobody else has subscribed to is kept until somebody does. */
export async function openRelay(): Promise<Relay> {
  const peers = new Set<Peer>();
  let kept: readonly Message[] = [];
  let pushed = 0;

  function push({ socket }: Peer, { topic, message }: Message): void {
    const data = { topic, message, publishedAt: Date.now(), tag: 0 };
    pushed += 1;
    const params = { id: topic, data };
    socket.send(JSON.stringify({ id: pushed, jsonrpc: '2.0', method: 'irn_subscription', params }));
  }

  function publish({ id: from }: Peer, topic: string, message: string): void {
    const published = { from, topic, message };
    const others = [...peers].filter((one) => one.id !== from && one.topics.has(topic));
    for (const other of others) push(other, published);
    if (others.length === 0) kept = [...kept, published];
  }

  function subscribe(peer: Peer, topics: readonly string[]): void {
    for (const topic of topics) peer.topics.add(topic);
    const isFor = ({ from, topic }: Message) => from !== peer.id && topics.includes(topic);
    const waiting = kept.filter(isFor);
    kept = kept.filter((one) => !isFor(one));
    for (const message of waiting) push(peer, message);
  }

  function answer(peer: Peer, { method, params }: Call): unknown {
    const { topic = '', topics = [topic], message = '', pairingTopic = '', sessionTopic = '' } = params;
    switch (method) {
      case 'irn_subscribe':
      case 'irn_batchSubscribe':
        // What is kept comes after the answer.
        setImmediate(subscribe, peer, topics);
        return params.topics ?? topic;
      case 'irn_unsubscribe':
        return peer.topics.delete(topic);
      case 'irn_publish':
        publish(peer, topic, message);
        return true;
      case 'irn_fetchMessages':
      case 'irn_batchFetchMessages':
        return { messages: [], hasMore: false };
      case 'wc_proposeSession':
        peer.isPage = true;
        subscribe(peer, [pairingTopic]);
        publish(peer, pairingTopic, params.sessionProposal ?? '');
        return true;
      case 'wc_approveSession':
        subscribe(peer, [sessionTopic]);
        publish(peer, pairingTopic, params.sessionProposalResponse ?? '');
        publish(peer, sessionTopic, params.sessionSettlementRequest ?? '');
        return true;
      default:
        return undefined;
    }
  }

  const listening = await listen((_, response) => response.writeHead(426).end());
  const sockets = new WebSocketServer({ server: listening.server });
  sockets.on('connection', (socket, request) => {
    const peer: Peer = { id: readId(request), socket, topics: new Set(), isPage: false };
    peers.add(peer);
    socket.on('close', () => peers.delete(peer));
    socket.on('message', (text) => {
      const call: Call = JSON.parse(String(text));
      // It acknowledges what was pushed.
      if (call.method === undefined) return;
      const result = answer(peer, call);
      const error = { code: -32601, message: `${call.method} is unknown` };
      const body = result === undefined ? { error } : { result };
      socket.send(JSON.stringify({ id: call.id, jsonrpc: '2.0', ...body }));
    });
  });
  return {
    url: listening.url.replace('http', 'ws'),
    lie(topic, payload) {
      const plain = Buffer.concat([
        Buffer.of(2),
        Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...payload })),
      ]);
      const lied = { from: '', topic, message: plain.toString('base64') };
      for (const peer of peers) if (peer.isPage && peer.topics.has(topic)) push(peer, lied);
    },
    async close() {
      for (const socket of sockets.clients) socket.terminate();
      await listening[Symbol.asyncDispose]();
    },
  };
}

/** The key that the library has made for itself: the issuer of the JSON Web Token in its address. */
function readId({ url = '' }: IncomingMessage): string {
  const token = new URL(url, 'ws://localhost').searchParams.get('auth') ?? '';
  const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  return String(field(claims, 'iss'));
}
