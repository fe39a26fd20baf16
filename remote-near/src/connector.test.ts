import {
  type Approved,
  accountsOf,
  addressOf,
  LinkspanError,
  type Port,
  type Signed,
} from '@linkspan/contract';
import { walletReadMs } from '@linkspan/kit/limits';
import type { Handed } from '@linkspan/kit/session';
import { toAsking } from '@linkspan/kit/testing/ask';
import { createAttempt } from '@linkspan/kit/testing/discovery';
import { createStorage } from '@linkspan/kit/testing/storage';
import { nearAccounts } from '@linkspan/practice/accounts';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58, base64 } from '@scure/base';
import nacl from 'tweetnacl';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { mount } from './connector.ts';
import { discover } from './discovery.ts';
import type { Provider } from './provider.ts';
import { startTestChains, type TestChains } from './testing/chains.ts';
import { createLease, type FakeLease } from './testing/lease.ts';
import { toNep413Payload } from './testing/nep413.ts';
import { type FakePage, installPage } from './testing/page.ts';
import { createFakeWallet } from './testing/wallet.ts';

const [harbour, pier] = ['near:practice:harbour.practice', 'near:practice:pier.practice'] as const;

let chains: TestChains;
let page: FakePage;
let ended: AbortController;
let lease: FakeLease;
let wallet: ReturnType<typeof createFakeWallet>;

beforeAll(async () => {
  chains = await startTestChains();
});

afterAll(() => chains.stop());

beforeEach(() => {
  page = installPage();
  ended = new AbortController();
  lease = createLease();
  wallet = createFakeWallet({ rpcUrl: chains.url });
  wallet.install();
});

afterEach(() => ended.abort());

function port(wish: Partial<Port<'near'>> = {}): Port<'near'> {
  return {
    family: 'near',
    networks: chains.networks,
    options: undefined,
    // Nothing is read of it.
    view: undefined as never,
    storage: createStorage(),
    signal: ended.signal,
    importCode: (_, load) => load(),
    showPairing: () => undefined,
    ...wish,
  };
}

function approve(): Promise<Approved<'near'>> {
  return discover({ ...port(), publish: () => undefined, unlocked: () => undefined }).attempt(
    'fake-wallet',
    createAttempt<'near'>('near:practice', { signal: ended.signal }).options,
  );
}

function open(wish: Partial<Port<'near'>> = {}) {
  const handle = mount(port(wish));
  return { ...handle, ...toAsking(handle) };
}

async function connect(wish: Partial<Port<'near'>> = {}) {
  const handle = open(wish);
  await handle.adopt(await approve(), lease);
  return handle;
}

const latest = () => lease.connections.at(-1);
describe('a connection', () => {
  it('is adopted without asking the wallet again', async () => {
    await connect();
    expect(latest()).toEqual({
      status: 'connected',
      wallet: { id: 'fake-wallet', name: 'Fake Wallet' },
      accounts: [harbour, pier],
      capabilities: ['message', 'sign-in', 'send', 'switchNetwork', 'switchAccount'],
    });
    expect(wallet.asked.map(({ method }) => method)).toEqual(['signIn']);
  });

  it('declares no more than the wallet and the page can do', async () => {
    delete (wallet.detail as { signMessage?: unknown }).signMessage;
    wallet.switches.granted = ['harbour.practice'];
    await connect({ networks: [chains.networks[0]] });
    expect(latest()).toMatchObject({ capabilities: ['send'] });
  });

  it.each([
    ['cannot sign out', () => delete (wallet.detail as { signOut?: unknown }).signOut],
    ['refuses to', () => Object.assign(wallet.detail, { signOut: () => Promise.reject(new Error('No')) })],
  ])('ends, and says that the wallet keeps its permission, if it %s', async (_, change) => {
    const handle = await connect();
    change();
    await expect(handle.disconnect()).rejects.toMatchObject({
      code: 'wallet/keeps-permission',
      context: { wallet: 'Fake Wallet' },
    });
    expect(latest()).toEqual({ status: 'disconnected' });
  });

  const implicit = '98793cd91a3f870fb126f66285808c7e094afcfc4eda8a970f6648cdf0dbd6de';

  /** The accounts that a wallet shows, and those that are connected; none where the wallet is refused. */
  it.each([
    [['stranger.practice'], []],
    [['stranger.practice', 'nobody-has-this.practice'], []],
    [['stranger.practice', 'pier.practice'], ['pier.practice']],
    [['harbour.practice', 'stranger.practice'], ['harbour.practice']],
    [[implicit], [implicit]],
  ])('takes of %j no account that the network does not have', async (granted, connected) => {
    wallet.switches.granted = granted;
    const adopted = connect();
    if (connected.length === 0)
      await expect(adopted).rejects.toMatchObject({
        code: 'wallet/no-such-account',
        context: { account: granted[0] },
      });
    else await adopted;
    expect(accountsOf(latest() ?? { status: 'disconnected' })).toEqual(
      connected.map((name) => `near:practice:${name}`),
    );
  });

  it('ends with the reason if the wallet shows only an account later that the network does not have', async () => {
    await connect();
    wallet.switches.granted = ['stranger.practice'];
    page.dispatchEvent(new Event('focus'));
    await lease.until(({ connections }) => connections[1]);
    expect(latest()).toMatchObject({
      status: 'disconnected',
      failure: { code: 'wallet/no-such-account', context: { account: 'stranger.practice' } },
    });
  });

  it('keeps the account that the page has chosen while the wallet chooses no other', async () => {
    const handle = await connect();
    await handle.switchAccount(pier);
    wallet.switches.granted = ['harbour.practice', 'pier.practice', 'lantern.practice'];
    page.dispatchEvent(new Event('visibilitychange'));
    await lease.until(({ connections }) => connections[2]);
    expect(latest()).toMatchObject({
      accounts: [pier, harbour, 'near:practice:lantern.practice'],
    });
  });

  it('keeps it also when the wallet had chosen another one before', async () => {
    const handle = await connect();
    wallet.switches.granted = ['pier.practice', 'harbour.practice'];
    page.dispatchEvent(new Event('focus'));
    await lease.until(({ connections }) => connections[1]);
    await handle.switchAccount(harbour);
    wallet.switches.granted = ['pier.practice', 'harbour.practice', 'lantern.practice'];
    // One reading may still be going on.
    const comeBack = () => {
      page.dispatchEvent(new Event('focus'));
      return lease.connections.length;
    };
    await expect.poll(comeBack).toBeGreaterThan(3);
    expect(lease.connections[3]).toMatchObject({
      accounts: [harbour, pier, 'near:practice:lantern.practice'],
    });
  });

  it('keeps the account that the page has put first at a reload', async () => {
    const handle = open();
    const approved = await approve();
    await handle.adopt({ ...approved, accounts: [pier, harbour] }, lease);
    page.dispatchEvent(new Event('focus'));
    await handle.signMessage({ kind: 'message', account: pier, text: 'Ahoy' });
    expect(lease.connections).toHaveLength(1);
    expect(latest()).toMatchObject({ accounts: [pier, harbour] });
  });

  it('does not ask a wallet again that was locked when the person came back', async () => {
    await connect();
    wallet.switches.granted = [''];
    page.dispatchEvent(new Event('focus'));
    await lease.until(({ connections }) => connections[1]);
    const before = wallet.reads();
    for (let turn = 0; turn < 5; turn += 1) {
      page.dispatchEvent(new Event('focus'));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(wallet.reads()).toBe(before);
    expect(latest()).toMatchObject({ status: 'reconnecting', failure: { code: 'wallet/locked' } });
  });
});

describe('a request', () => {
  const message = { kind: 'message', account: harbour, text: 'Ahoy' } as const;
  const transfer = { kind: 'send', account: harbour, to: 'lantern.practice', amount: '1' } as const;
  type Mounted = Awaited<ReturnType<typeof connect>>;

  it.each([
    ['a signature', (handle: Mounted) => handle.signMessage(message)],
    ['a send', (handle: Mounted) => handle.send(transfer)],
  ])('for %s asks no wallet that has another account by now, which is shown then', async (_, ask) => {
    const handle = await connect();
    wallet.switches.granted = ['pier.practice'];
    await expect(ask(handle)).rejects.toMatchObject({
      code: 'wallet/account-changed',
      context: { account: harbour },
    });
    expect(latest()).toMatchObject({ status: 'connected', accounts: [pier] });
    expect(wallet.asked.map(({ method }) => method)).toEqual(['signIn']);
  });

  it('goes to the account that the page has chosen among those of the wallet', async () => {
    const handle = await connect();
    await handle.switchAccount(pier);
    expect(await handle.signMessage({ ...message, account: pier })).toMatchObject({ account: pier });
  });

  it('goes to a wallet that does not say in time which accounts it has', async () => {
    const handle = await connect();
    wallet.switches.readGate = new Promise(() => {});
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const signed = handle.signMessage(message);
    await vi.advanceTimersByTimeAsync(walletReadMs);
    vi.useRealTimers();
    expect(await signed).toMatchObject({ account: harbour });
  });

  it('ends the connection if the wallet shows no account any more', async () => {
    const handle = await connect();
    wallet.switches.granted = [];
    await expect(handle.signMessage(message)).rejects.toMatchObject({ code: 'wallet/revoked' });
    expect(latest()).toMatchObject({ status: 'disconnected', failure: { code: 'wallet/revoked' } });
  });
});

describe('a switch of network', () => {
  it('is what the wallet is asked on from then on', async () => {
    const handle = await connect();
    await handle.switchNetwork('near:practice-two');
    await handle.signMessage({
      kind: 'message',
      account: 'near:practice-two:harbour.practice',
      text: 'Ahoy',
    });
    expect(wallet.asked.at(-1)?.params).toMatchObject({ network: 'practice-two' });
  });

  it('has a wallet whose code is loaded sign in there, once', async () => {
    const approved = await approve();
    const { provider: inner } = approved.provider as Handed<Provider>;
    const asked: string[] = [];
    const known = new Map([['near:practice', ['harbour.practice']]]);
    const provider: Provider = {
      ...inner,
      prepare: async (network) => void asked.push(`prepare ${network}`),
      async request(method, network, ...rest) {
        if (method === 'signIn') known.set(network, ['pier.practice']);
        if (method !== 'signIn' && method !== 'getAccounts') return inner.request(method, network, ...rest);
        asked.push(`${method} ${network}`);
        return (known.get(network) ?? []).map((accountId) => ({ accountId }));
      },
    };
    const handle = open();
    await handle.adopt({ ...approved, accounts: [harbour], provider: { provider } }, lease);
    asked.length = 0;
    await handle.switchNetwork('near:practice-two');
    expect(latest()).toMatchObject({ accounts: ['near:practice-two:pier.practice'] });
    page.dispatchEvent(new Event('focus'));
    await handle.switchNetwork('near:practice');
    expect(latest()).toMatchObject({ accounts: [harbour] });
    expect(asked.filter((one) => /signIn|prepare/.test(one))).toEqual([
      'signIn near:practice-two',
      'prepare near:practice-two',
      'prepare near:practice',
    ]);
  });

  it('that a wallet whose code is loaded refuses changes nothing', async () => {
    const approved = await approve();
    const { provider: inner } = approved.provider as Handed<Provider>;
    const provider: Provider = {
      ...inner,
      prepare: async () => undefined,
      async request(method, network) {
        if (method === 'signIn') throw new LinkspanError('wallet/rejected', { wallet: 'Fake Wallet' });
        return network === 'near:practice' ? inner.request(method, network) : [];
      },
    };
    const handle = open();
    await handle.adopt({ ...approved, provider: { provider } }, lease);
    await expect(handle.switchNetwork('near:practice-two')).rejects.toMatchObject({
      code: 'wallet/rejected',
    });
    expect(latest()).toMatchObject({ accounts: [harbour, pier] });
  });

  it.each(['near:elsewhere', 'near:mainnet'] as const)('refuses %s, and changes nothing', async (network) => {
    const known = { ...chains.networks[0], id: 'near:mainnet' } as const;
    const handle = await connect({ networks: [...chains.networks, known] });
    await expect(handle.switchNetwork(network)).rejects.toMatchObject({ code: 'wallet/network-unsupported' });
    expect(lease.connections).toHaveLength(1);
  });

  it('refuses a network if nobody has that name', async () => {
    wallet.switches.granted = ['stranger.practice'];
    const silent = { ...chains.networks[0], rpc: ['http://127.0.0.1:9'] } as const;
    const handle = await connect({ networks: [silent, chains.networks[1]] });
    await expect(handle.switchNetwork('near:practice-two')).rejects.toMatchObject({
      code: 'wallet/no-such-account',
      context: { account: 'stranger.practice' },
    });
  });
});

describe('a signature', () => {
  const message = { kind: 'message', account: harbour, text: 'Ahoy' } as const;

  it('verifies against the account, by another library', async () => {
    const handle = await connect();
    const signed = await handle.signMessage(message);
    const asked = { account: harbour, message: 'Ahoy', recipient: 'localhost:4300' };
    expect(signed).toMatchObject({ ...asked, isVerified: true });
    expect(isValid(signed)).toBe(true);
    expect(isValid({ ...signed, message: 'Avast' })).toBe(false);
  });

  it('has a nonce of its own each time', async () => {
    const handle = await connect();
    const nonces = [await handle.signMessage(message), await handle.signMessage(message)].map(
      (signed) => 'nonce' in signed && signed.nonce,
    );
    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it('of a sign-in verifies, for the domain and the nonce that were given', async () => {
    const handle = await connect();
    const signed = await handle.signIn({
      kind: 'sign-in',
      account: harbour,
      domain: 'harbour.example',
      uri: 'https://harbour.example/',
      statement: 'Sign in.',
      nonce: '00112233445566778899aabbccddeeff',
      issuedAt: '2026-11-20T12:00:00.000Z',
      expiresAt: '2026-11-20T12:10:00.000Z',
    });
    const nonce = base64.encode(sha256(new TextEncoder().encode('00112233445566778899aabbccddeeff')));
    expect(signed).toMatchObject({ scheme: 'nep413', recipient: 'harbour.example', nonce });
    expect(isValid(signed)).toBe(true);
  });
});

describe('a send', () => {
  const intent = { kind: 'send', account: harbour, to: 'pier.practice', amount: `${10n ** 24n}` } as const;

  it.each([
    [{ to: 'Not An Account' }, 'input/recipient'],
    [{ to: 'nobody-has-this.practice' }, 'input/recipient-absent'],
    [{ amount: '0' }, 'input/amount'],
    [{ amount: '1.5' }, 'input/amount'],
    [{ amount: `${10n ** 38n}` }, 'network/insufficient-funds'],
  ])('of %j is refused before the wallet is asked', async (wish, code) => {
    const handle = await connect();
    await expect(handle.send({ ...intent, ...wish })).rejects.toMatchObject({ code });
    expect(wallet.asked.map(({ method }) => method)).toEqual(['signIn']);
  });

  it.each(['Pier.PRACTICE', '0xDDdDddDdDdddDDddDDddDDDDdDdDDdDDdDDDDDDd'])(
    'to %s is to the account in lower case, for the wallet and on its chain',
    async (to) => {
      const handle = await connect();
      const settled = await handle.sendToEnd({ ...intent, to });
      expect(wallet.asked.at(-1)?.params).toMatchObject({ receiverId: to.toLowerCase() });
      expect(settled).toMatchObject({ state: 'landed', comparison: { result: 'as-asked' } });
    },
  );

  it('that is still prepared when the connection ends is not asked for', async () => {
    const handle = await connect();
    const noted: unknown[] = [];
    const sending = handle.send(intent, { noted: (note) => noted.push(note) });
    sending.catch(() => undefined);
    await handle.disconnect();
    await expect(sending).rejects.toMatchObject({ code: 'wallet/not-connected' });
    expect(wallet.asked.map(({ method }) => method)).toEqual(['signIn', 'signOut']);
    expect(noted).toEqual([]);
  });

  it('whose answer holds no transaction is refused', async () => {
    const handle = await connect();
    wallet.switches.answer = { status: 'fine' };
    await expect(handle.send(intent)).rejects.toMatchObject({
      code: 'wallet/malformed',
      context: { place: 'transaction.hash' },
    });
  });
});

/** NEP-413, "Verification", by tweetnacl. */
function isValid(signed: Signed): boolean {
  if (signed.scheme !== 'nep413') return false;
  const { message, recipient, nonce, signature, publicKey, account } = signed;
  const key = nearAccounts.find(({ accountId }) => accountId === addressOf(account));
  const hash = sha256(toNep413Payload({ message, recipient, nonce: base64.decode(nonce) }));
  const bytes = base58.decode(publicKey.slice('ed25519:'.length));
  return key?.publicKey === publicKey && nacl.sign.detached.verify(hash, base64.decode(signature), bytes);
}
