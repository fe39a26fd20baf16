import type { Approved, AttemptOptions, Pairing } from '@linkspan/contract';
import { evmAccounts } from '@linkspan/practice/accounts';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openPhone, type Phone } from '../../../tools/e2e/src/walletconnect/phone.ts';
import { openRelay, type Relay } from '../../../tools/e2e/src/walletconnect/relay.ts';
import type { Provider } from '../provider.ts';
import { openConnector, openDiscovery, openWindow, toNetworks, until } from '../testing/page.ts';
import { createStorage } from '../testing/storage.ts';

const [account] = evmAccounts.map(({ privateKey }) => privateKeyToAccount(privateKey)) as [
  ReturnType<typeof privateKeyToAccount>,
];
const network = 'eip155:31337';
const pages: AbortController[] = [];
let storage: ReturnType<typeof createStorage>;
let relay: Relay;
let phone: Phone;

beforeEach(async () => {
  // Each page of a test has a library of its own.
  vi.stubEnv('DISABLE_GLOBAL_CORE', 'true');
  const location = { host: 'app.example', origin: 'https://app.example' };
  Object.assign(openWindow(), { location });
  storage = createStorage();
  relay = await openRelay();
  phone = await openPhone(relay.url);
});
afterEach(async () => {
  for (const page of pages.splice(0)) page.abort();
  await phone[Symbol.asyncDispose]();
  await relay.close();
  vi.unstubAllEnvs();
});

/** A page with this storage. */
function open() {
  const page = new AbortController();
  pages.push(page);
  let show: (pairing: Pairing) => void;
  const shown = new Promise<Pairing>((resolve) => {
    show = resolve;
  });
  const { attempt, restore } = openDiscovery({
    ...{ storage, signal: page.signal },
    options: { walletConnectProjectId: 'practice', walletConnectRelay: relay.url },
    showPairing: (pairing) => pairing && show(pairing),
  });
  const asked = { id: 'a', network, signal: page.signal, deadlineMs: 10_000 } as const;
  const toAttempt = (signal: AbortSignal): AttemptOptions<'eip155'> => ({
    ...{ ...asked, signal, onProgress: () => undefined, mayUndo: () => true },
    pressed: async () => undefined,
  });
  return {
    shown,
    begin: (signal = new AbortController().signal) => attempt('walletconnect', toAttempt(signal)),
    restore: () => restore('walletconnect', { ...asked, deadlineMs: 1_000 }),
  };
}

/** A page that the phone has approved. */
async function pair() {
  const { begin, shown } = open();
  const approving = begin();
  await phone.scan((await shown).uri);
  return approving;
}

async function connect(approved: Approved<'eip155'> | undefined) {
  const connector = openConnector(toNetworks());
  await connector.adopt({ provider: approved?.provider as Provider, accounts: [account] });
  const accountId = `${network}:${phone.address}` as const;
  return {
    ...connector,
    sign: () => connector.signMessage({ kind: 'message', account: accountId, text: 'Ahoy' }),
  };
}

describe('WalletConnect’s own libraries, on both sides of a relay', () => {
  it('pair, sign, and end the session from the page; only the relay and the page’s nodes are asked', async () => {
    const fetched: string[] = [];
    vi.stubGlobal('fetch', async (asked: unknown) => {
      fetched.push(new URL(String(asked)).host);
      throw new TypeError('Failed to fetch');
    });
    const approved = await pair();
    expect(approved.accounts).toEqual([`${network}:${phone.address}`]);
    const { sign, disconnect, view } = await connect(approved);
    expect(view.connection.get()).toMatchObject({ isUnverified: true });
    expect(await sign()).toMatchObject({ isVerified: true });
    phone.does = 'refuse';
    await expect(sign()).rejects.toMatchObject({ code: 'wallet/rejected' });
    await disconnect();
    await phone.whenSessions(0);
    await expect(open().restore()).rejects.toMatchObject({ code: 'wallet/absent' });
    expect(new Set(fetched)).toEqual(new Set(['127.0.0.1:9']));
  });

  it('resume a session in a later page, until the phone ends it', async () => {
    await pair();
    pages.pop()?.abort();
    expect([...storage.kept.keys()].filter((key) => /history|message|request/.test(key))).toEqual([]);
    const restored = await open().restore();
    expect(restored?.accounts).toEqual([`${network}:${phone.address}`]);
    const { sign, view } = await connect(restored);
    expect(await sign()).toMatchObject({ isVerified: true });
    await phone.end(phone.sessions()[0] ?? '');
    const connection = await until(view.connection, ({ status }) => status === 'disconnected');
    expect(connection).toMatchObject({ failure: { code: 'wallet/revoked' } });
  });

  it('tell of a refusal', async () => {
    phone.does = 'refuse';
    await expect(pair()).rejects.toMatchObject({ code: 'wallet/rejected' });
  });

  it('have no session once the attempt was cancelled', async () => {
    const { begin, shown, restore } = open();
    const cancel = new AbortController();
    const approving = begin(cancel.signal);
    await shown;
    cancel.abort();
    await expect(approving).rejects.toMatchObject({ code: 'wallet/cancelled' });
    await expect(restore()).rejects.toMatchObject({ code: 'wallet/absent' });
  });

  it('tell within ten seconds that there is no relay', async () => {
    await relay.close();
    const { begin } = open();
    const startedAt = performance.now();
    await expect(begin()).rejects.toMatchObject({ code: 'wallet/failed' });
    expect(performance.now() - startedAt).toBeLessThan(11_000);
    relay = await openRelay();
  });
});
