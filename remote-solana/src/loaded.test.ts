import { type AccountId, addressOf, field, type MessageRequest } from '@linkspan/contract';
import type { Handed } from '@linkspan/kit/session';
import { turn } from '@linkspan/kit/testing/deferred';
import { createAttempt } from '@linkspan/kit/testing/discovery';
import { createStorage } from '@linkspan/kit/testing/storage';
import { getBase58Decoder } from '@solana/kit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { devnet, openConnector, openDiscovery, openDocument, toNetworks } from './testing/page.ts';
import { type FakeApp, installApp } from './wallets/testing/app.ts';

const id = 'mobile-wallet-adapter';

let app: FakeApp;
let storage: ReturnType<typeof createStorage>;

beforeEach(async () => {
  app = await installApp();
  storage = createStorage();
});

afterEach(() => app.stop());

const toAttempt = (changes?: Parameters<typeof createAttempt<'solana'>>[1]) => createAttempt(devnet, changes);

const restoring = () => ({
  ...{ id: 'restore-1', network: devnet, deadlineMs: 500 },
  signal: new AbortController().signal,
});

const accountOf = (at: number) =>
  `${devnet}:${getBase58Decoder().decode(app.keys[at]?.publicKey ?? new Uint8Array())}` as AccountId<'solana'>;

describe('the wallet app', () => {
  it('is listed as one that opens a window', () => {
    const [first] = openDiscovery(undefined, storage).list();
    expect(first).toEqual({ id, name: 'Wallet app on this device', reach: 'window' });
  });

  it('opens in the press of its attempt', async () => {
    const { attempt } = openDiscovery(undefined, storage);
    const { options, steps } = toAttempt();
    const { accounts } = await attempt(id, options);
    expect(accounts).toEqual([accountOf(0), accountOf(1)]);
    expect(steps).toEqual(['loading', 'asking']);
  });

  it('asks for another press if that one does not count any more', async () => {
    const { attempt } = openDiscovery(undefined, storage);
    app.switches.isActive = false;
    const pressed = async () => {
      expect(app.opened).toEqual([]);
      app.switches.isActive = true;
    };
    const { options, steps } = toAttempt({ pressed });
    await attempt(id, options);
    expect(steps).toEqual(['loading', 'press', 'asking']);
  });

  it('is not opened if its code is only to be loaded', async () => {
    const { prepare, attempt } = openDiscovery(undefined, storage);
    app.switches.permission = 'prompt';
    prepare?.(id);
    await turn();
    expect([app.opened, app.switches.permission]).toEqual([[], 'prompt']);
    await attempt(id, toAttempt().options);
    expect(app.switches.permission).toBe('granted');
  });

  it('is restored from what is kept, and opens for it no app', async () => {
    await openDiscovery(undefined, storage).attempt(id, toAttempt().options);
    const restored = await openDiscovery(undefined, storage).restore(id, restoring());
    expect(restored?.accounts).toEqual([accountOf(0), accountOf(1)]);
    expect(app.opened).toHaveLength(1);
  });

  it('is not restored if nothing is kept', async () => {
    await expect(openDiscovery(undefined, storage).restore(id, restoring())).rejects.toMatchObject({
      code: 'wallet/absent',
    });
  });
});

describe('a connected wallet app', () => {
  let message: MessageRequest;
  let page: ReturnType<typeof openDocument>;

  beforeEach(async () => {
    page = openDocument();
    app.stop();
    // Its window takes no other events.
    vi.stubGlobal('Event', page.window.Event);
    vi.stubGlobal('CustomEvent', page.window.CustomEvent);
    app = await installApp(page as unknown as Parameters<typeof installApp>[0]);
    message = { kind: 'message', account: accountOf(0), text: 'Ahoy' };
  });

  // React finishes what it has begun while the page is there.
  afterEach(async () => {
    await turn();
    await page.close();
  });

  async function connect() {
    const { attempt } = openDiscovery(undefined, storage);
    const { provider: handed, accounts } = await attempt(id, toAttempt().options);
    const { provider, own } = handed as Handed<object>;
    const connector = openConnector();
    await connector.adopt({ wallet: provider, own, addresses: accounts.map(addressOf) });
    await connector.switchNetwork(devnet);
    return connector;
  }

  it('is unverified until a signature proves its account', async () => {
    const { view, signMessage } = await connect();
    expect(view.connection.get()).toMatchObject({ status: 'connected', isUnverified: true });
    expect(await signMessage(message)).toMatchObject({ isVerified: true });
    expect(view.connection.get()).not.toHaveProperty('isUnverified');
  });

  it('has written nothing into the page', async () => {
    const before = page.document.documentElement.outerHTML;
    const { signMessage } = await connect();
    await signMessage(message);
    expect(page.document.documentElement.outerHTML).toBe(before);
  });

  it('is offered to send on the cluster that it was asked for, and on no other', async () => {
    const { view, switchNetwork } = await connect();
    const capabilities = () => field(view.connection.get(), 'capabilities');
    expect(capabilities()).toEqual(['message', 'sign-in', 'send', 'switchNetwork', 'switchAccount']);
    await switchNetwork(toNetworks()[0].id);
    expect(capabilities()).not.toContain('send');
  });
});
