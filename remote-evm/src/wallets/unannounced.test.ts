import { LinkspanError } from '@linkspan/contract';
import type { Handed } from '@linkspan/kit/session';
import { turn } from '@linkspan/kit/testing/deferred';
import { createAttempt } from '@linkspan/kit/testing/discovery';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Provider } from '../provider.ts';
import { openConnector, openDiscovery, openWindow } from '../testing/page.ts';
import { createWallet } from '../testing/wallet.ts';

let page: EventTarget & { ethereum?: unknown };

beforeEach(() => {
  page = openWindow();
});

const unknown = ({ id }: { readonly id: string }) =>
  !['io.metamask', 'io.rabby', 'com.coinbase.wallet'].includes(id);

/** A page that has had time to look at `window.ethereum`; `ids` are those of the wallets that the team does not know. */
async function open() {
  await import('./unannounced.ts');
  const discovery = openDiscovery();
  await turn();
  return {
    ...discovery,
    ids: () =>
      discovery
        .list()
        .filter(unknown)
        .map(({ id }) => id),
  };
}

async function focus(): Promise<void> {
  page.dispatchEvent(new Event('focus'));
  await turn();
}

const { options: asked } = createAttempt('eip155:31337');

/** Another object with the same wallet behind it, and these flags. */
const withFlags = (provider: Provider, flags: object = {}) => ({ ...provider, ...flags });

function announce(provider: Provider, rdns = 'org.example.harbour') {
  const info = { uuid: 'one', rdns, name: 'Harbour' };
  page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: { info, provider } }));
}

describe('the row of window.ethereum', () => {
  it('is there if no wallet has announced itself', async () => {
    page.ethereum = createWallet().provider;
    const { list } = await open();
    expect(list()[0]).toEqual({ id: 'browser', name: 'Browser wallet', reach: 'installed' });
  });

  it('is not there if an announced wallet is the same object', async () => {
    const wallet = createWallet();
    wallet.announce(page);
    page.ethereum = wallet.provider;
    expect((await open()).ids()).toEqual(['org.example.harbour']);
  });

  it.each([
    ['has the same flags', { isRabby: true, isMetaMask: true }, { isMetaMask: true, isRabby: true }, false],
    ['has no other flag than isMetaMask', { isMetaMask: true }, { isMetaMask: true }, true],
    ['has other flags', { isMetaMask: true }, { isMetaMask: true, isTrust: true }, true],
    ['has no flags', {}, {}, true],
  ])('of a wallet whose other object %s: %j and %j', async (_, announced, found, isThere) => {
    const { provider } = createWallet();
    page.ethereum = withFlags(provider, found);
    const { ids } = await open();
    announce(withFlags(provider, announced));
    await turn();
    expect(ids().includes('browser')).toBe(isThere);
  });

  it('counts flags of a class, and of an object that is not enumerable', async () => {
    class Injected {
      get isPier() {
        return true;
      }
      async request() {
        return '0x1';
      }
    }
    page.ethereum = new Injected();
    const { ids } = await open();
    expect(ids()).toEqual(['browser']);
    announce(Object.defineProperty(withFlags(createWallet().provider), 'isPier', { value: true }));
    await turn();
    expect(ids()).toEqual(['org.example.harbour']);
  });

  it('goes when an announced wallet turns out to be it', async () => {
    const { provider } = createWallet();
    page.ethereum = provider;
    const { ids } = await open();
    expect(ids()).toEqual(['browser']);
    announce(provider);
    await turn();
    expect(ids()).toEqual(['org.example.harbour']);
  });

  it.each(['ethereum#initialized', 'focus'])('comes late, at %s', async (event) => {
    const { ids } = await open();
    expect(ids()).toEqual([]);
    page.ethereum = createWallet().provider;
    page.dispatchEvent(new Event(event));
    await turn();
    expect(ids()).toEqual(['browser']);
  });

  it('is another one if window.ethereum was replaced', async () => {
    const [before, after] = [createWallet(), createWallet()];
    page.ethereum = before.provider;
    const { ids, attempt } = await open();
    page.ethereum = after.provider;
    await focus();
    expect(ids()).toEqual(['browser']);
    await attempt('browser', asked);
    expect(after.asked).toContain('eth_requestAccounts');
    expect(before.asked).not.toContain('eth_requestAccounts');
    expect(before.listeners()).toBe(0);
  });

  it('goes with a wallet that is gone, and comes back with it', async () => {
    const wallet = createWallet();
    page.ethereum = wallet.provider;
    const { ids } = await open();
    wallet.switches.gone = true;
    await focus();
    expect(ids()).toEqual([]);
    await focus();
    expect(ids()).toEqual([]);
    wallet.switches.gone = false;
    await focus();
    expect(ids()).toEqual(['browser']);
  });

  it('is offered once, however often the page looks', async () => {
    page.ethereum = createWallet().provider;
    const { ids } = await open();
    page.dispatchEvent(new Event('focus'));
    page.dispatchEvent(new Event('ethereum#initialized'));
    await focus();
    expect(ids()).toEqual(['browser']);
  });

  it('is tried again at the next look if its code did not load', async () => {
    page.ethereum = createWallet().provider;
    let isOnline = false;
    const { list } = openDiscovery({
      importCode: (_, load) =>
        isOnline
          ? load()
          : Promise.reject(
              new LinkspanError('loader/unreachable', { remote: 'remote-evm', stage: 'discovery' }),
            ),
    });
    await turn();
    expect(list().some(({ id }) => id === 'browser')).toBe(false);
    isOnline = true;
    await focus();
    expect(list()[0]?.id).toBe('browser');
  });

  it('leaves nothing behind when the page ends', async () => {
    const wallet = createWallet();
    page.ethereum = wallet.provider;
    const { end } = await open();
    expect(wallet.listeners()).toBeGreaterThan(0);
    end();
    expect(wallet.listeners()).toBe(0);
  });
});

describe('a hostile window.ethereum', () => {
  const hostile = (): never => {
    throw new Error('hostile');
  };
  const traps = { get: hostile, has: hostile, ownKeys: hostile, getPrototypeOf: hostile };

  it.each([
    ['a proxy that throws at everything', new Proxy({}, traps)],
    ['a getter of request that throws', Object.defineProperty({}, 'request', { get: hostile })],
    ['a request that throws', { request: hostile }],
    ['no object', 'ethereum'],
    ['an object that cannot be asked', {}],
  ])('that is %s has no row, and throws nothing', async (_, ethereum) => {
    page.ethereum = ethereum;
    expect((await open()).ids()).toEqual([]);
    await focus();
  });

  it('whose getter throws has no row, and throws nothing', async () => {
    Object.defineProperty(page, 'ethereum', { get: hostile });
    expect((await open()).ids()).toEqual([]);
  });

  it('whose flags cannot be read is a wallet of its own', async () => {
    const { provider } = createWallet();
    const { ownKeys, getPrototypeOf } = traps;
    page.ethereum = new Proxy({ ...provider, isPier: true }, { ownKeys, getPrototypeOf });
    const { ids } = await open();
    announce(withFlags(provider, { isPier: true }));
    await turn();
    expect(ids()).toEqual(expect.arrayContaining(['browser', 'org.example.harbour']));
  });
});

/** What has the methods of a wallet, and is called by nobody. */
const toFunction = (provider: Provider) => Object.assign(() => undefined, provider);

describe('the wallet at window.ethereum', () => {
  it('connects, is restored by its id after a reload, signs, adds a network and disconnects', async () => {
    const wallet = createWallet();
    page.ethereum = wallet.provider;
    const { attempt } = await open();
    const approved = await attempt('browser', asked);
    expect(approved.wallet).toEqual({ id: 'browser', name: 'Browser wallet' });
    const { signal, deadlineMs } = { ...asked, deadlineMs: 5_000 };
    const restored = await (await open()).restore('browser', {
      ...{ id: 'restore', network: 'eip155:31337', signal, deadlineMs },
    });
    expect(restored?.accounts).toEqual(approved.accounts);
    const before = wallet.listeners();
    const { adopt, accounts, disconnect, signMessage, switchNetwork, end } = openConnector();
    await adopt({ ...(approved.provider as Handed<Provider>), accounts: wallet.accounts });
    expect(accounts()).toEqual(approved.accounts);
    const [account] = approved.accounts;
    await expect(signMessage({ kind: 'message', account, text: 'Ahoy' })).resolves.toMatchObject({ account });
    delete wallet.switches.chains[31338];
    await switchNetwork('eip155:31338');
    expect(accounts()?.[0]).toMatch(/^eip155:31338:/);
    expect(wallet.asked.filter((method) => /^wallet_/.test(method))).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
    ]);
    await disconnect();
    expect(wallet.asked).toContain('wallet_revokePermissions');
    expect(wallet.listeners()).toBe(before);
    end();
  });

  it.each(['wallet_requestPermissions', 'on', 'removeListener'])('works without %s', async (missing) => {
    const wallet = createWallet();
    const { on, removeListener, request } = wallet.provider;
    const rest = { on, removeListener, [missing]: undefined };
    page.ethereum = { request, ...rest };
    wallet.switches.errors.wallet_requestPermissions = { code: -32601, message: 'no such method' };
    const { attempt } = await open();
    const approved = await attempt('browser', { ...asked, isChoice: true });
    const { adopt, accounts, end } = openConnector();
    await adopt({ ...(approved.provider as Handed<Provider>), accounts: wallet.accounts });
    expect(accounts()).toHaveLength(2);
    end();
  });

  it.each(['at window.ethereum', 'announced'])('may be a function, %s', async (place) => {
    const { provider } = createWallet();
    const wallet = toFunction(provider);
    if (place !== 'announced') page.ethereum = wallet;
    const { ids, attempt } = await open();
    if (place === 'announced') announce(wallet);
    const approved = await attempt(ids()[0] ?? '', asked);
    const { adopt, accounts, end } = openConnector();
    await adopt({ ...(approved.provider as Handed<Provider>), accounts: createWallet().accounts });
    expect(accounts()).toHaveLength(2);
    end();
  });
});
