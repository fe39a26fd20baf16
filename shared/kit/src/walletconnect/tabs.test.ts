import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createDeferred } from '../testing/deferred.ts';
import { createStorage } from '../testing/storage.ts';
import type { Client } from './client.ts';
import { createSession } from './session.ts';
import { storedTopics } from './store.ts';
import { approve, createRelay, type Library, openLibrary, type Relay } from './testing/relay.ts';

const chain = 'eip155:1';
const [first, second] = [`${chain}:0x${'1'.repeat(40)}`, `${chain}:0x${'2'.repeat(40)}`] as const;

let over: AbortController;
let phoneOver: AbortController;
let relay: Relay;
let phone: Library;
let storage: ReturnType<typeof createStorage>;

beforeEach(async () => {
  vi.stubGlobal('window', Object.assign(new EventTarget(), { location: new URL('https://page.example') }));
  [over, phoneOver, relay, storage] = [
    new AbortController(),
    new AbortController(),
    createRelay(),
    createStorage(),
  ];
  phone = await openLibrary(relay, createStorage(), phoneOver.signal);
});
afterEach(() => {
  over.abort();
  phoneOver.abort();
});

/** A browser tells the other tabs that the storage has changed. */
const tellTabs = () => window.dispatchEvent(new Event('storage'));

/** A tab with WalletConnect's library on the storage that all tabs share. */
async function openTab() {
  const client = (await openLibrary(relay, storage, over.signal)) as unknown as Client;
  let shown = createDeferred<string>();
  const ends: string[] = [];
  const session = createSession<'eip155', string>(
    {
      ...{ client, storage, wallet: 'Pier', apps: [], signal: over.signal },
      openClient: async (own, signal) => (await openLibrary(relay, own, signal)) as unknown as Client,
      showPairing: (pairing) => pairing && shown.resolve(pairing.uri),
    },
    {
      namespace: 'eip155',
      asked: { chains: [chain], methods: ['personal_sign'], events: [] },
      parseAccount: (text) => text,
      update: (change) => change(),
      onEnd: () => ends.push('end'),
    },
    chain,
  );
  return {
    ...session,
    ends,
    accounts: () => session.granted()?.accounts ?? [],
    /** Shows a code; `scan` has the phone approve an account by it. */
    async pair() {
      shown = createDeferred<string>();
      const connecting = session.connect();
      const uri = await shown.promise;
      return {
        async scan(account: string) {
          await approve(phone, uri, account);
          await connecting;
        },
      };
    },
    /** The phone answers a request on this tab's session. */
    async ask() {
      const answered = session.request(chain, 'personal_sign', []);
      phone.once('session_request', ({ topic, id }) =>
        phone.respond({ topic, response: { id, jsonrpc: '2.0', result: 'signed' } }),
      );
      return answered;
    },
  };
}

describe('a request to a phone', () => {
  const useFakeTimers = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  afterEach(() => void vi.useRealTimers());

  /** Connects a tab; the phone keeps the requests that it receives. */
  async function connect() {
    const tab = await openTab();
    await (await tab.pair()).scan(first);
    const received: { readonly topic: string; readonly id: number }[] = [];
    phone.on('session_request', (request) => received.push(request));
    const respond = () =>
      Promise.all(
        received.map(({ topic, id }) =>
          phone.respond({ topic, response: { id, jsonrpc: '2.0', result: 'signed' } }),
        ),
      );
    return { ...tab, received, respond };
  }

  it('fails within ten seconds while the relay is away, and may reach the phone later', async () => {
    const { request, received } = await connect();
    relay.isAway = true;
    useFakeTimers();
    const answer = request(chain, 'personal_sign', []);
    answer.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(answer).rejects.toMatchObject({
      code: 'wallet/relay-unreachable',
      context: { wallet: 'Pier' },
    });
    relay.isAway = false;
    await vi.advanceTimersByTimeAsync(100);
    await expect.poll(() => received.length).toBe(1);
  });

  it('waits for the person once the relay has it', async () => {
    const { request, received, respond } = await connect();
    useFakeTimers();
    const answer = request(chain, 'personal_sign', []);
    await expect.poll(() => received.length).toBe(1);
    await vi.advanceTimersByTimeAsync(60_000);
    await respond();
    expect(await answer).toBe('signed');
  });
});

const phoneTopics = () => phone.session.getAll().map(({ topic }) => topic);

describe('one session in two tabs', () => {
  it('is over in both once one has ended it, and a later connect shows a code', async () => {
    const tab = await openTab();
    await (await tab.pair()).scan(first);
    const other = await openTab();
    expect(other.accounts()).toEqual([first]);
    await tab.end();
    tellTabs();
    expect([other.accounts(), other.ends]).toEqual([[], ['end']]);
    await (await other.pair()).scan(second);
    expect(other.accounts()).toEqual([second]);
    expect(await other.ask()).toBe('signed');
  });

  it('is not connected to again in a tab that has not heard of its end', async () => {
    const tab = await openTab();
    await (await tab.pair()).scan(first);
    const other = await openTab();
    await tab.end();
    await expect(other.request(chain, 'personal_sign', [])).rejects.toMatchObject({ code: 4100 });
    await (await other.pair()).scan(second);
    expect(other.accounts()).toEqual([second]);
  });

  it('stays proved in the tab that begins a newer one, whatever another tab does with the old one', async () => {
    const tab = await openTab();
    await (await tab.pair()).scan(first);
    const other = await openTab();
    await tab.end();
    await (await tab.pair()).scan(second);
    tab.proof.add(second);
    tellTabs();
    expect(other.accounts()).toEqual([]);
    expect(tab.proof.has(second)).toBe(true);
  });
});

describe('two codes in two tabs', () => {
  it('lead to two sessions, whose keys a later page has both', async () => {
    const [tab, other] = [await openTab(), await openTab()];
    const [code, otherCode] = [await tab.pair(), await other.pair()];
    await code.scan(first);
    await otherCode.scan(second);
    expect([...storedTopics(storage)].sort()).toEqual(phoneTopics().sort());
    over.abort();
    over = new AbortController();
    const later = (await openLibrary(relay, storage, over.signal)) as unknown as Library;
    await expect.poll(() => later.core.relayer.connected, { timeout: 10_000 }).toBe(true);
    phone.on('session_request', ({ topic, id, params }) =>
      phone.respond({ topic, response: { id, jsonrpc: '2.0', result: params.request.params } }),
    );
    for (const topic of phoneTopics()) {
      const request = { method: 'personal_sign', params: [topic] };
      expect(await later.request({ topic, chainId: chain, request })).toEqual([topic]);
    }
  });

  it('are both over at the phone once one tab disconnects', async () => {
    const [tab, other] = [await openTab(), await openTab()];
    const [code, otherCode] = [await tab.pair(), await other.pair()];
    await code.scan(first);
    await otherCode.scan(second);
    await tab.end();
    await expect.poll(phoneTopics).toEqual([]);
    expect(storedTopics(storage)).toEqual([]);
    tellTabs();
    expect([other.accounts(), other.ends]).toEqual([[], ['end']]);
  });
});
