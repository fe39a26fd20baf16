import type { ScopedStorage } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeferred, turns } from '../testing/deferred.ts';
import { createStorage } from '../testing/storage.ts';
import type { Client } from './client.ts';
import { createSession, type Session } from './session.ts';
import { approve, createRelay, type Library, openLibrary, type Relay } from './testing/relay.ts';

const namespace = 'eip155';
const chain = 'eip155:1';
const method = 'eth_sendTransaction';
const own = '0x1111111111111111111111111111111111111111';
const other = '0x2222222222222222222222222222222222222222';

const events = ['accountsChanged', 'chainChanged'];
const reason = { code: 6000, message: 'Ended' };
const rejected = { code: 5000, message: 'User rejected.' };

let ended: AbortController;
let relay: Relay;
let page: Library;
let phone: Library;
/** What the page's library keeps. */
let stored: ReturnType<typeof createStorage>;
/** Rejections that nobody handles: in a browser, problems of the page. */
let unhandled: unknown[];
const keepUnhandled = (error: unknown) => void unhandled.push(error);

beforeEach(async () => {
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: new URL('https://page.example') }));
  [ended, unhandled, relay] = [new AbortController(), [], createRelay()];
  process.on('unhandledRejection', keepUnhandled);
  stored = createStorage();
  page = await open(stored);
  phone = await open(createStorage());
});

afterEach(() => {
  process.off('unhandledRejection', keepUnhandled);
  ended.abort();
});

const open = (storage: ScopedStorage) => openLibrary(relay, storage, ended.signal);

/** The page’s session, and the events that it has received. */
interface Paired {
  readonly session: Session<string, string>;
  readonly pairing: string;
  readonly topic: string;
  readonly received: unknown[];
}

async function pairWithPhone(): Promise<Paired> {
  const received: unknown[] = [];
  const pairing = createDeferred<string>();
  const session = createSession<string, string>(
    {
      ...{
        client: page as unknown as Client,
        storage: stored,
        wallet: 'Pier',
        apps: [],
        signal: ended.signal,
      },
      openClient: async (storage) => (await open(storage)) as unknown as Client,
      showPairing: (shown) => shown && pairing.resolve(shown.uri),
    },
    {
      ...{ namespace, asked: { chains: [chain], methods: [method], events }, parseAccount: (text) => text },
      update(change) {
        change();
        received.push(session.granted()?.accounts);
      },
      onEnd: () => received.push('ended'),
    },
    chain,
  );
  session.on('session_event', (fact) => received.push(fact));
  for (const event of ['session_extend', 'session_ping'] as const)
    page.on(event, (fact) => received.push(fact));
  const connecting = session.connect();
  const uri = await pairing.promise;
  await approve(phone, uri, `${chain}:${own}`);
  await connecting;
  await turns();
  return { session, received, pairing: topicOf(uri), topic: session.granted()?.topic ?? '' };
}

const topicOf = (uri: string) => /^wc:(\w+)@/.exec(uri)?.[1] ?? '';

/** An id as WalletConnect makes them: of the time, and so to be guessed. */
let lastId = 0;
function nextId(): number {
  lastId = Math.max(lastId + 1000, Date.now() * 1000);
  return lastId;
}

const toRequest = (method: string, params: unknown) => ({ id: nextId(), jsonrpc: '2.0', method, params });

/** What a relay can write without the key of a topic: the envelope's type, and plain text behind it. */
const toEnvelope = (type: number, payload: unknown) =>
  Buffer.concat([Buffer.of(type), Buffer.from(JSON.stringify(payload))]).toString('base64');

const types = [0, 2, 3, 50, 255];

function lie(topic: string, payload: unknown): void {
  for (const type of types) relay.push(page, topic, toEnvelope(type, payload));
  relay.push(page, topic, toEnvelope(2, payload).replaceAll('=', ''));
}

describe('a relay without a key', () => {
  const lies: Readonly<Record<string, () => unknown>> = {
    'another account': () => {
      const granted = { accounts: [`${chain}:${other}`], chains: [chain], methods: [method], events };
      return toRequest('wc_sessionUpdate', { namespaces: { [namespace]: granted } });
    },
    'the end of the session': () => toRequest('wc_sessionDelete', reason),
    'a longer session': () => toRequest('wc_sessionExtend', {}),
    'another account in use': () =>
      toRequest('wc_sessionEvent', { chainId: chain, event: { name: 'accountsChanged', data: [other] } }),
    'another chain': () =>
      toRequest('wc_sessionEvent', { chainId: chain, event: { name: 'chainChanged', data: '0x2' } }),
    'its own question': () => toRequest('wc_sessionPing', {}),
  };

  it.each(Object.entries(lies))('cannot report %s', async (_, toPayload) => {
    const { session, received, topic } = await pairWithPhone();
    const granted = session.granted();
    const { expiry } = page.session.get(topic);
    lie(topic, toPayload());
    await turns();
    expect(session.granted()).toEqual(granted);
    expect(page.session.get(topic).expiry).toBe(expiry);
    expect(received).toEqual([]);
    expect(unhandled).toEqual([]);

    // The wallet’s own events arrive all the same.
    await phone.emit({ topic, chainId: chain, event: { name: 'accountsChanged', data: [own] } });
    await expect.poll(() => received).toHaveLength(1);
  });

  it.each([
    ['a rejection', { error: rejected }],
    ['a result', { result: 'made up' }],
  ])('cannot answer a request by %s: the wallet’s answer counts', async (_, answer) => {
    const { session } = await pairWithPhone();
    const asked = createDeferred<{ id: number; topic: string }>();
    phone.once('session_request', asked.resolve);
    const answered = session.request(chain, method, []);
    const { id, topic } = await asked.promise;
    lie(topic, { id, jsonrpc: '2.0', ...answer });
    await turns();
    await phone.respond({ topic, response: { id, jsonrpc: '2.0', result: 'the wallet’s' } });
    expect(await answered).toBe('the wallet’s');
    expect(unhandled).toEqual([]);
  });

  it('cannot end a pairing', async () => {
    const { pairing } = await pairWithPhone();
    lie(pairing, toRequest('wc_pairingDelete', reason));
    await turns();
    expect(page.core.pairing.getPairings().map(({ topic }) => topic)).toContain(pairing);
  });

  it.each([
    ['approve', { result: { relay: { protocol: 'irn' }, responderPublicKey: 'ab'.repeat(32) } }],
    ['reject', { error: rejected }],
  ])('cannot %s what the page proposes', async (_, answer) => {
    const optionalNamespaces = { [namespace]: { chains: [chain], methods: [method], events } };
    const { uri = '', approval } = await page.connect({ optionalNamespaces });
    const approved = approval();
    const [proposal] = page.proposal.getAll();
    lie(topicOf(uri), { id: proposal?.id, jsonrpc: '2.0', ...answer });
    await turns();
    await approve(phone, uri, `${chain}:${own}`);
    expect((await approved).namespaces[namespace]?.accounts).toEqual([`${chain}:${own}`]);
    expect(unhandled).toEqual([]);
  });
});

it('cannot speak for the wallet on a later page either: the library opens before anything can arrive', async () => {
  const { topic } = await pairWithPhone();
  ended.abort();
  ended = new AbortController();
  // A session that has expired is ended as the library opens.
  const [record] = JSON.parse(stored.get('session') ?? '');
  stored.set('session', JSON.stringify([record, { ...record, topic: 'ab'.repeat(32), expiry: 1 }]));
  let mayHaveArrived = false;
  setImmediate(() => {
    mayHaveArrived = true;
  });
  page = await open(stored);
  expect(mayHaveArrived).toBe(false);
  await expect.poll(() => page.core.relayer.connected, { timeout: 10_000 }).toBe(true);
  lie(topic, toRequest('wc_sessionDelete', reason));
  await turns();
  expect(page.session.getAll().map((one) => one.topic)).toEqual([topic]);
});

const ping = { id: 1, jsonrpc: '2.0', method: 'wc_sessionPing', params: {} };

it('reads no envelope that its sender’s key alone has encrypted', async () => {
  const receiver = await page.core.crypto.generateKeyPair();
  const sender = await phone.core.crypto.generateKeyPair();
  const keys = { type: 1, senderPublicKey: sender, receiverPublicKey: receiver };
  const message = await phone.core.crypto.encode('', ping, keys);
  await expect(page.core.crypto.decode('topic', message, { receiverPublicKey: receiver })).rejects.toThrow(
    'type 1',
  );
});

it.each(['base64pad', 'base64url'] as const)(
  'reads no plain text that is written in %s',
  async (encoding) => {
    const message = await phone.core.crypto.encode('', ping, { type: 2, encoding });
    await expect(page.core.crypto.decode('topic', message, { encoding })).rejects.toThrow('type 2');
  },
);

it('drops what is no envelope at all', async () => {
  const { received, topic, pairing } = await pairWithPhone();
  for (const message of ['', 'A', '!', 'ø', '{}', '\0']) {
    relay.push(page, topic, message);
    relay.push(page, pairing, message);
  }
  await turns();
  expect([received, unhandled]).toEqual([[], []]);
});

it('hears twice that the wallet has ended the session, and reports it once', async () => {
  const { received, topic } = await pairWithPhone();
  const toEnd = () => phone.core.crypto.encode(topic, toRequest('wc_sessionDelete', reason));
  for (const message of [await toEnd(), await toEnd()]) relay.push(page, topic, message);
  await turns();
  expect([received, unhandled]).toEqual([['ended'], []]);
});
