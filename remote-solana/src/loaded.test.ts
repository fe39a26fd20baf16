import {
  type AccountId,
  type AttemptOptions,
  addressOf,
  field,
  type MessageIntent,
  type Progress,
  type SignInIntent,
} from '@linkspan/contract';
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

function toAttempt(changes: Partial<AttemptOptions<'solana'>> = {}) {
  const steps: Progress['step'][] = [];
  const asked: AttemptOptions<'solana'> = {
    ...{ id: 'attempt-1', network: devnet, deadlineMs: 60_000 },
    signal: new AbortController().signal,
    onProgress: ({ step }) => steps.push(step),
    mayUndo: () => true,
    pressed: async () => undefined,
    ...changes,
  };
  return { asked, steps };
}

const restoring = () => ({
  ...{ id: 'restore-1', network: devnet, deadlineMs: 500 },
  signal: new AbortController().signal,
});

const turn = () => new Promise<void>((resolve) => setImmediate(resolve));

const accountOf = (at: number) =>
  `${devnet}:${getBase58Decoder().decode(app.keys[at]?.publicKey ?? new Uint8Array())}` as AccountId<'solana'>;

describe('the wallet app', () => {
  it('is listed as one that opens a window', () => {
    const [first] = openDiscovery(undefined, storage).list();
    expect(first).toEqual({ id, name: 'Wallet app on this device', reach: 'window' });
  });

  it('opens in the press of its attempt', async () => {
    const { attempt } = openDiscovery(undefined, storage);
    const { asked, steps } = toAttempt();
    const { accounts } = await attempt(id, asked);
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
    const { asked, steps } = toAttempt({ pressed });
    await attempt(id, asked);
    expect(steps).toEqual(['loading', 'press', 'asking']);
  });

  it('is not opened if its code is only to be loaded', async () => {
    const { prepare, attempt } = openDiscovery(undefined, storage);
    app.switches.permission = 'prompt';
    prepare?.(id);
    await turn();
    expect([app.opened, app.switches.permission]).toEqual([[], 'prompt']);
    await attempt(id, toAttempt().asked);
    expect(app.switches.permission).toBe('granted');
  });

  it('is restored from what is kept, and opens for it no app', async () => {
    await openDiscovery(undefined, storage).attempt(id, toAttempt().asked);
    const restored = await openDiscovery(undefined, storage).restore(id, restoring());
    expect(restored?.accounts).toEqual([accountOf(0), accountOf(1)]);
    expect(app.opened).toHaveLength(1);
  });

  it('is not restored if nothing is kept', async () => {
    await expect(openDiscovery(undefined, storage).restore(id, restoring())).rejects.toMatchObject({
      code: 'wallet/absent',
    });
  });

  it('that refuses has rejected the attempt', async () => {
    app.switches.errors = { authorize: { code: -1, message: 'authorization request declined' } };
    const { asked } = toAttempt();
    await expect(openDiscovery(undefined, storage).attempt(id, asked)).rejects.toMatchObject({
      code: 'wallet/rejected',
    });
  });
});

describe('a connected wallet app', () => {
  let message: MessageIntent;
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
    const { provider, accounts } = await attempt(id, toAttempt().asked);
    const connector = openConnector();
    await connector.adopt({ wallet: provider as object, addresses: accounts.map(addressOf) });
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

  it('signs in by a message', async () => {
    const { signIn } = await connect();
    const intent: SignInIntent = {
      ...{ kind: 'sign-in', account: accountOf(0), domain: 'page.example', uri: 'https://page.example/' },
      nonce: '0123456789abcdef0123456789abcdef',
      ...{ issuedAt: '2026-11-20T12:00:00.000Z', expiresAt: '2026-11-20T12:10:00.000Z' },
    };
    const text = expect.stringContaining('page.example wants');
    expect(await signIn(intent)).toMatchObject({ isVerified: true, message: text });
  });

  it('is offered to send on the cluster that it was asked for, and on no other', async () => {
    const { view, switchNetwork } = await connect();
    const capabilities = () => field(view.connection.get(), 'capabilities');
    expect(capabilities()).toEqual(['signMessage', 'signIn', 'send', 'switchNetwork', 'switchAccount']);
    await switchNetwork(toNetworks()[0].id);
    expect(capabilities()).not.toContain('send');
  });

  it('that does not know the page any more has ended the connection', async () => {
    const { view, signMessage } = await connect();
    app.switches.errors = { authorize: { code: -1, message: 'auth_token not valid' } };
    await expect(signMessage(message)).rejects.toMatchObject({ code: 'wallet/revoked' });
    expect(view.connection.get()).toMatchObject({
      status: 'disconnected',
      failure: { code: 'wallet/revoked' },
    });
  });

  it('that shows another account by now signs nothing', async () => {
    const { accounts, signMessage } = await connect();
    app.switches.shown = [1];
    await expect(signMessage(message)).rejects.toMatchObject({ code: 'wallet/account-changed' });
    expect(accounts()).toEqual([accountOf(1)]);
  });
});
