import {
  type AccountId,
  type Approved,
  accountsOf,
  addressOf,
  LinkspanError,
  type Port,
  type Signed,
} from '@linkspan/contract';
import { createStorage } from '@linkspan/kit/testing/storage';
import { nearAccounts } from '@linkspan/practice/accounts';
import { sha256 } from '@noble/hashes/sha2.js';
import { base58, base64 } from '@scure/base';
import nacl from 'tweetnacl';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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
    // Nothing else is read of it.
    view: { families: [], family: () => ({ transfers: { get: () => lease.transfers } }) as never },
    storage: createStorage(),
    signal: ended.signal,
    importCode: (_, load) => load(),
    showPairing: () => undefined,
    ...wish,
  };
}

function approve(): Promise<Approved<'near'>> {
  return discover({ ...port(), publish: () => undefined, unlocked: () => undefined }).attempt('fake-wallet', {
    id: 'attempt-1',
    network: 'near:practice',
    signal: ended.signal,
    deadlineMs: 1_000,
    onProgress: () => undefined,
    mayUndo: () => true,
    pressed: async () => undefined,
  });
}

async function connect(wish: Partial<Port<'near'>> = {}) {
  const handle = mount(port(wish));
  await handle.adopt(await approve(), lease);
  return handle;
}

const latest = () => lease.connections.at(-1);
const balanceOf = (account: AccountId) =>
  lease.until(({ balances }) => balances.findLast((balance) => balance.account === account));

describe('a connection', () => {
  it('is adopted without asking the wallet again', async () => {
    await connect();
    expect(latest()).toEqual({
      status: 'connected',
      wallet: { id: 'fake-wallet', name: 'Fake Wallet' },
      accounts: [harbour, pier],
      capabilities: ['signMessage', 'signIn', 'send', 'switchNetwork', 'switchAccount'],
    });
    expect(wallet.asked.map(({ method }) => method)).toEqual(['signIn']);
  });

  it('reads the balance from the chain', async () => {
    await connect();
    expect(await balanceOf(harbour)).toMatchObject({ decimals: 24, symbol: 'NEAR' });
  });

  it('declares no more than the wallet and the page can do', async () => {
    delete (wallet.detail as { signMessage?: unknown }).signMessage;
    wallet.switches.granted = ['harbour.practice'];
    await connect({ networks: [chains.networks[0]] });
    expect(latest()).toMatchObject({ capabilities: ['send'] });
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

  it('does not take a network that the page does not have', async () => {
    const handle = mount(port({ networks: [chains.networks[1]] }));
    await expect(handle.adopt(await approve(), lease)).rejects.toMatchObject({
      code: 'wallet/network-unsupported',
    });
    expect(lease.connections).toEqual([]);
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

  it('ends where the wallet has taken its permission back', async () => {
    await connect();
    wallet.switches.granted = [];
    page.dispatchEvent(new Event('focus'));
    await lease.until(({ connections }) => connections[1]);
    expect(latest()).toEqual({
      status: 'disconnected',
      failure: { code: 'wallet/revoked', context: { wallet: 'Fake Wallet' } },
    });
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

  it('is signed out of the wallet by a disconnect, and hears nothing after it', async () => {
    const handle = await connect();
    await handle.disconnect();
    expect(latest()).toEqual({ status: 'disconnected' });
    expect(wallet.asked.at(-1)).toEqual({ method: 'signOut', params: { network: 'practice' } });
    const before = lease.connections.length;
    wallet.switches.granted = ['pier.practice'];
    page.dispatchEvent(new Event('focus'));
    await new Promise((resolve) => setImmediate(resolve));
    expect(lease.connections).toHaveLength(before);
  });
});

describe('a switch of network', () => {
  it('takes the same accounts to the other network, and reads the balance there', async () => {
    const handle = await connect();
    await handle.switchNetwork('near:practice-two');
    expect(latest()).toMatchObject({
      accounts: ['near:practice-two:harbour.practice', 'near:practice-two:pier.practice'],
    });
    expect(await balanceOf('near:practice-two:harbour.practice')).toMatchObject({ symbol: 'NEAR' });
  });

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
    const inner = approved.provider as Provider;
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
    const handle = mount(port());
    await handle.adopt({ ...approved, accounts: [harbour], provider }, lease);
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
    const inner = approved.provider as Provider;
    const provider: Provider = {
      ...inner,
      prepare: async () => undefined,
      async request(method) {
        if (method === 'signIn') throw new LinkspanError('wallet/rejected', { wallet: 'Fake Wallet' });
        return [];
      },
    };
    const handle = mount(port());
    await handle.adopt({ ...approved, provider }, lease);
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

  it('refuses a network where nobody has that name', async () => {
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

  it('is refused where its key is not the account’s', async () => {
    const handle = await connect();
    const [own, other] = nearAccounts;
    if (own === undefined || other === undefined) return expect.fail('there are practice accounts');
    wallet.switches.signs = { ...other, accountId: own.accountId };
    await expect(handle.signMessage(message)).rejects.toMatchObject({
      code: 'wallet/other-key',
      context: { account: own.accountId },
    });
  });

  it('is refused where another account has signed', async () => {
    const handle = await connect();
    wallet.switches.signs = nearAccounts[1];
    await expect(handle.signMessage(message)).rejects.toMatchObject({
      code: 'wallet/other-signer',
      context: { account: addressOf(harbour), signer: nearAccounts[1]?.accountId },
    });
  });

  it.each([
    ['is told as its end where the wallet shows no account any more', [], 'wallet/revoked', 'disconnected'],
    ['ends nothing where it still shows one', undefined, 'wallet/unsupported', 'connected'],
  ])('that is not authorized by the user (4100) %s', async (_, granted, code, status) => {
    const handle = await connect();
    wallet.switches.granted = granted ?? wallet.switches.granted;
    const words = 'The requested method and/or account has not been authorized by the user.';
    wallet.switches.failure = { code: 4100, message: words };
    await expect(handle.signMessage(message)).rejects.toMatchObject({ code });
    expect(latest()).toMatchObject({ status });
  });

  it('is waited for no longer than the connection', async () => {
    const handle = await connect();
    Object.assign(wallet.detail, { signMessage: () => new Promise(() => undefined) });
    const signing = handle.signMessage(message);
    signing.catch(() => undefined);
    await handle.disconnect();
    await expect(signing).rejects.toMatchObject({ code: 'wallet/cancelled' });
  });

  it('is not asked for on nothing, and its rejection says so', async () => {
    const handle = await connect();
    await expect(handle.signMessage({ ...message, text: '' })).rejects.toMatchObject({ code: 'input/empty' });
    wallet.switches.failure = { code: 4001, message: 'no' };
    await expect(handle.signMessage(message)).rejects.toMatchObject({ code: 'wallet/rejected' });
  });
});

describe('a send', () => {
  const intent = { kind: 'send', account: harbour, to: 'pier.practice', amount: `${10n ** 24n}` } as const;

  it('moves the coin on the chain, and the balance follows', async () => {
    const handle = await connect();
    const before = await balanceOf(harbour);
    const { transaction } = await handle.send(intent);
    await lease.until(({ transfers }) => transfers.find(({ state }) => state === 'landed'));
    expect(lease.transfers.map(({ state }) => state)).toEqual(['sent', 'landed']);
    expect(lease.transfers[0]).toMatchObject({ transaction, from: harbour, to: 'pier.practice' });
    const after = await lease.until(({ balances }) =>
      balances.find(({ account, amount }) => account === harbour && amount !== before.amount),
    );
    expect(BigInt(before.amount) - BigInt(after.amount)).toBeGreaterThanOrEqual(10n ** 24n);
    expect(wallet.asked.at(-1)?.params).toEqual({
      network: 'practice',
      signerId: 'harbour.practice',
      receiverId: 'pier.practice',
      actions: [{ type: 'Transfer', params: { deposit: intent.amount } }],
    });
  });

  it.each([
    [{ to: 'Not An Account' }, 'input/recipient'],
    [{ to: 'nobody-has-this.practice' }, 'input/recipient'],
    [{ amount: '0' }, 'input/amount'],
    [{ amount: '1.5' }, 'input/amount'],
    [{ amount: `${10n ** 38n}` }, 'network/insufficient-funds'],
  ])('of %j is refused before the wallet is asked', async (wish, code) => {
    const handle = await connect();
    await expect(handle.send({ ...intent, ...wish })).rejects.toMatchObject({ code });
    expect(wallet.asked.map(({ method }) => method)).toEqual(['signIn']);
  });

  it('that is still prepared when the connection ends is not asked for', async () => {
    const handle = await connect();
    const noted: unknown[] = [];
    const sending = handle.send(intent, { noted: (note) => noted.push(note) });
    sending.catch(() => undefined);
    await handle.disconnect();
    await expect(sending).rejects.toMatchObject({ code: 'wallet/cancelled' });
    expect(wallet.asked.map(({ method }) => method)).toEqual(['signIn', 'signOut']);
    expect(noted).toEqual([]);
  });

  it('that leaves nothing for the fee says that the funds do not suffice', async () => {
    const handle = await connect();
    const { amount } = await balanceOf(harbour);
    const sent = handle.send({ ...intent, amount });
    await expect(sent).rejects.toMatchObject({ code: 'network/insufficient-funds' });
  });

  it('that the person rejects says so', async () => {
    const handle = await connect();
    wallet.switches.failure = new Error('User rejected the request');
    await expect(handle.send(intent)).rejects.toMatchObject({ code: 'wallet/rejected' });
    expect(lease.transfers).toEqual([]);
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
