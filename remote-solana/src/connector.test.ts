import type { Connection, Signed, SignInRequest } from '@linkspan/contract';
import { turn, until } from '@linkspan/kit/testing/deferred';
import { getBase58Encoder } from '@solana/kit';
import tweetnacl from 'tweetnacl';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { compileTransfer } from './chain.ts';
import { devnet, idOf, openConnector, openDocument } from './testing/page.ts';
import { createWallet } from './testing/wallet.ts';

let page: ReturnType<typeof openDocument>;

beforeEach(() => {
  page = openDocument();
});

afterEach(async () => {
  vi.useRealTimers();
  // React finishes what it has begun while the page is there.
  await turn();
  await page.close();
});

const isAt = (account: string) => (connection: Connection) =>
  'accounts' in connection && connection.accounts[0] === account;
const comeHere = () => page.window.dispatchEvent(new page.window.Event('focus'));

async function connect(options?: Parameters<typeof createWallet>[0]) {
  const wallet = createWallet({ granted: true, ...options });
  const connector = openConnector();
  await connector.adopt(wallet);
  return { ...connector, wallet };
}

function verify({ message, signature, account }: Signed): boolean {
  const toBytes = (text: string) => new Uint8Array(getBase58Encoder().encode(text));
  const key = toBytes(account.slice(account.lastIndexOf(':') + 1));
  return tweetnacl.sign.detached.verify(new TextEncoder().encode(message), toBytes(signature), key);
}

function toSignIn(account: SignInRequest['account']): SignInRequest {
  return {
    kind: 'sign-in',
    account,
    domain: 'app.example',
    uri: 'https://app.example/',
    statement: 'Sign in to the harbour.',
    nonce: '0123456789abcdef0123456789abcdef',
    issuedAt: '2026-11-20T12:00:00.000Z',
    expiresAt: '2026-11-20T12:10:00.000Z',
  };
}

const names = ['version', 'name', 'icon', 'chains', 'accounts', 'features'];

/** A wallet that throws at each name but those of the Wallet Standard. */
const toStrict = (wallet: object) =>
  new Proxy(wallet, {
    get(target, name) {
      if (names.includes(String(name))) return Reflect.get(target, name);
      throw new TypeError(`No ${String(name)}`);
    },
  });

describe('an adopted wallet', () => {
  it.each([
    ['brings proofs of its own', (wallet: object) => ({ ...wallet, proof: { has: () => false } })],
    ['throws at each name but those of the Wallet Standard', toStrict],
  ])('is connected as any other if it %s', async (_, change) => {
    const wallet = createWallet({ granted: true });
    const { adopt, view } = openConnector();
    await adopt({ ...wallet, wallet: change(wallet.wallet) });
    expect(view.connection.get()).toMatchObject({ status: 'connected' });
    expect(view.connection.get()).not.toHaveProperty('isUnverified');
  });

  it('is connected though it shows the accounts that it has answered a moment later', async () => {
    const wallet = createWallet();
    const { adopt, accounts } = openConnector();
    vi.useFakeTimers();
    const adopted = adopt(wallet);
    await vi.advanceTimersByTimeAsync(600);
    wallet.grant();
    await vi.advanceTimersByTimeAsync(2_000);
    await adopted;
    expect(accounts()).toEqual([idOf(wallet, 0), idOf(wallet, 1)]);
  });

  it('is connected with its accounts on the network of the page, and was asked nothing', async () => {
    const { view, wallet } = await connect();
    expect(view.connection.get()).toEqual({
      status: 'connected',
      wallet: { id: 'Harbour', name: 'Harbour' },
      accounts: [idOf(wallet, 0), idOf(wallet, 1)],
      capabilities: ['message', 'sign-in', 'send', 'switchNetwork', 'switchAccount'],
    });
    expect(wallet.asked).toEqual([]);
  });

  it('is offered what it can do, and no more', async () => {
    const { view } = await connect({
      lacks: ['solana:signIn', 'solana:signMessage', 'solana:signAndSendTransaction'],
    });
    expect(view.connection.get()).toMatchObject({
      capabilities: ['send', 'switchNetwork', 'switchAccount'],
    });
  });

  it('is not asked to send on a network that its account does not have', async () => {
    const { view } = await connect({ chains: ['solana:mainnet'] });
    const { capabilities } = view.connection.get() as Connection & { status: 'connected' };
    expect(capabilities).not.toContain('send');
    expect(capabilities).toContain('message');
  });

  it.each<[string, Parameters<typeof createWallet>[0], string]>([
    ['has it, and its accounts do not list it', { listed: ['solana:signMessage'] }, 'solana:signIn'],
    ['has it alone', { lacks: ['solana:signMessage'], listed: [] }, 'solana:signIn'],
    ['does not have it, as a message', { lacks: ['solana:signIn'] }, 'solana:signMessage'],
  ])('signs in with a wallet that %s', async (_, options, feature) => {
    const { view, signIn, wallet } = await connect(options);
    expect(view.connection.get()).toMatchObject({ capabilities: expect.arrayContaining(['sign-in']) });
    const signed = await signIn(toSignIn(idOf(wallet, 0)));
    expect(signed.message).toMatch(/^app\.example wants you to sign in with your Solana account:\n/);
    expect(signed).toMatchObject({ isVerified: true });
    expect(verify(signed)).toBe(true);
    expect(wallet.asked.map((one) => one.feature)).toEqual([feature]);
  });

  it('signs no message with a wallet whose account does not list it', async () => {
    const { view } = await connect({ listed: [] });
    expect(view.connection.get()).toMatchObject({
      capabilities: ['sign-in', 'switchNetwork', 'switchAccount'],
    });
  });

  it('is refused, and leaves nothing behind, if it grants nothing any more or answers nonsense', async () => {
    const { adopt, view } = openConnector();
    const wallet = createWallet();
    vi.useFakeTimers();
    const adopted = expect(adopt(wallet)).rejects.toMatchObject({ code: 'wallet/no-accounts' });
    await vi.advanceTimersByTimeAsync(2_000);
    await adopted;
    vi.useRealTimers();
    wallet.tell([{ address: 'not base58', chains: ['solana:devnet'], features: [] }]);
    await expect(adopt(wallet)).rejects.toMatchObject({ code: 'wallet/malformed' });
    expect(wallet.listeners()).toBe(0);
    expect(page.listeners).toEqual([]);
    expect(view.connection.get().status).toBe('disconnected');
  });
});

describe('the end', () => {
  it.each<[string, Parameters<typeof createWallet>[0], object]>([
    ['cannot disconnect', { lacks: ['standard:disconnect'] }, {}],
    ['refuses to', {}, { errors: { 'standard:disconnect': { code: 4001, message: 'No' } } }],
  ])('says that the wallet keeps its permission if it %s', async (_, options, change) => {
    const { disconnect, view, wallet } = await connect(options);
    Object.assign(wallet.switches, change);
    await expect(disconnect()).rejects.toMatchObject({
      code: 'wallet/keeps-permission',
      context: { wallet: 'Harbour' },
    });
    expect(view.connection.get()).toEqual({ status: 'disconnected' });
  });

  it('says nothing of it if the wallet shows no account any more', async () => {
    const { disconnect, view } = await connect();
    await disconnect();
    expect(view.connection.get()).toEqual({ status: 'disconnected' });
  });
});

describe('a change inside the wallet', () => {
  it('reaches the store: one account more, behind the one in use', async () => {
    const { view, accounts, wallet } = await connect();
    wallet.select(0, 1, 2);
    await until(view.connection, (now) => 'accounts' in now && now.accounts.length === 3);
    expect(accounts()[0]).toBe(idOf(wallet, 0));
  });

  /** Solana's wallets show no account, and do not say why. */
  const waiting = {
    status: 'reconnecting',
    failure: { code: 'wallet/locked-or-ended', context: { wallet: 'Harbour' } },
  };

  it('that leaves no account reads as reconnecting until the wallet shows one', async () => {
    const { view, wallet } = await connect();
    const before = view.connection.get();
    const heard: string[] = [];
    view.connection.listen(({ status }) => heard.push(status));
    wallet.select();
    expect(view.connection.get()).toMatchObject(waiting);
    wallet.select(0, 1);
    expect(view.connection.get()).toEqual(before);
    expect(heard).not.toContain('disconnected');
    expect(wallet.asked).toEqual([]);
  });

  it('asks the wallet nothing that may open a window: no account is shown, and the person comes back', async () => {
    const { view, wallet } = await connect();
    wallet.switches.onConnect = () => {
      wallet.select(0);
      wallet.select();
    };
    wallet.select();
    for (let turns = 0; turns < 5; turns += 1) {
      comeHere();
      await turn();
    }
    expect(view.connection.get()).toMatchObject(waiting);
    expect(wallet.asked).toEqual([]);
  });

  it('to another account by way of none ends nothing, and the wallet signs with it', async () => {
    const { view, accounts, signMessage, wallet } = await connect();
    const heard: string[] = [];
    view.connection.listen(({ status }) => heard.push(status));
    wallet.select();
    wallet.select(2);
    expect(accounts()).toEqual([idOf(wallet, 2)]);
    await turn();
    const signing = signMessage({ kind: 'message', account: idOf(wallet, 2), text: 'Ahoy' });
    await expect(signing).resolves.toMatchObject({ account: idOf(wallet, 2) });
    expect(heard).not.toContain('disconnected');
  });

  it('that was not told is found when the person comes back to the page: a locked wallet, and its return', async () => {
    const { view, wallet } = await connect();
    wallet.switches.isMute = true;
    wallet.select();
    comeHere();
    await turn();
    expect(view.connection.get()).toMatchObject(waiting);
    wallet.select(1);
    comeHere();
    await until(view.connection, isAt(idOf(wallet, 1)));
  });

  it('is passed over in a form that the Wallet Standard does not have', async () => {
    const { view, accounts, wallet } = await connect();
    for (const odd of ['x', [1], [{ address: 'x', chains: ['solana:devnet'], features: [] }], {}])
      wallet.tell(odd);
    wallet.tell(undefined);
    wallet.select(1, 0);
    await until(view.connection, isAt(idOf(wallet, 1)));
    expect(accounts()).toEqual([idOf(wallet, 1), idOf(wallet, 0)]);
  });
});

describe('the account in use', () => {
  it('is the one that the page chose, on each network, until the wallet puts another one first', async () => {
    const { accounts, switchAccount, switchNetwork, view, wallet } = await connect();
    await switchAccount(idOf(wallet, 1));
    expect(accounts()).toEqual([idOf(wallet, 1), idOf(wallet, 0)]);
    await switchNetwork(devnet);
    expect(accounts()).toEqual([idOf(wallet, 1, devnet), idOf(wallet, 0, devnet)]);
    wallet.select(0, 1, 2);
    await until(view.connection, (now) => 'accounts' in now && now.accounts.length === 3);
    expect(accounts()[0]).toBe(idOf(wallet, 1, devnet));
    wallet.select(2, 0);
    await until(view.connection, isAt(idOf(wallet, 2, devnet)));
    expect(wallet.asked).toEqual([]);
  });

  it('is the one that signs', async () => {
    const { signMessage, switchAccount, wallet } = await connect();
    const account = idOf(wallet, 1);
    await switchAccount(account);
    const signed = await signMessage({ kind: 'message', account, text: 'Lights on' });
    expect(signed).toMatchObject({ account, message: 'Lights on', scheme: 'solana:ed25519' });
    expect(verify(signed)).toBe(true);
  });

  it('is asked about nothing meant for another one, also in the moment of a change', async () => {
    const { signMessage, wallet } = await connect();
    const account = idOf(wallet, 0);
    wallet.select(2);
    await expect(signMessage({ kind: 'message', account, text: 'x' })).rejects.toMatchObject({
      code: 'wallet/account-changed',
    });
    expect(wallet.asked).toEqual([]);
  });
});

it('a wallet without events is read before each request', async () => {
  const wallet = createWallet({ granted: true });
  Object.assign(wallet.wallet.features, { 'standard:events': undefined });
  const { adopt, view, signMessage, unmount } = openConnector();
  await adopt(wallet);
  expect(view.connection.get().status).toBe('connected');
  const signed = signMessage({ kind: 'message', account: idOf(wallet, 0), text: 'x' });
  await expect(signed).resolves.toHaveProperty('signature');
  expect(unmount).not.toThrow();
});

describe('the versions of transactions that a wallet takes', () => {
  const way = 'solana:signAndSendTransaction';
  it.each([
    [['legacy', 0], true],
    [[0], true],
    [['legacy'], true],
    [undefined, true],
    [[], false],
    [[1], false],
    ['nonsense', false],
  ])('%j: whether a send is offered, %s', async (versions, isOffered) => {
    const wallet = createWallet({ granted: true, lacks: ['solana:signTransaction'] });
    Object.assign(wallet.wallet.features[way] as object, { supportedTransactionVersions: versions });
    const { adopt, view } = openConnector();
    await adopt(wallet);
    const connection = view.connection.get();
    expect('capabilities' in connection && connection.capabilities.includes('send')).toBe(isOffered);
  });
});

it('a transfer is built in the version that the wallet takes', () => {
  const lifetime = { blockhash: '11111111111111111111111111111111', lastValidBlockHeight: 1n } as never;
  const [account, to] = [idOf(createWallet(), 0), String(createWallet().addresses[1])];
  const first = (version?: 0 | 'legacy') =>
    compileTransfer({ kind: 'send', account, to, amount: '1' }, lifetime, version).messageBytes[0];
  expect([first(), first(0), first('legacy')]).toEqual([0x80, 0x80, 1]);
});

describe('what ends', () => {
  it('by unmounting keeps the permission, drops open prompts, and leaves nothing, at once', async () => {
    const { unmount, signMessage, view, wallet } = await connect();
    wallet.switches.answer = 'none';
    const asked = signMessage({ kind: 'message', account: idOf(wallet, 0), text: 'x' });
    await vi.waitFor(() => expect(wallet.asked.at(-1)?.feature).toBe('solana:signMessage'));
    unmount();
    expect(wallet.listeners()).toBe(0);
    expect(page.listeners).toEqual([]);
    await expect(asked).rejects.toMatchObject({ code: 'wallet/not-connected' });
    await wallet.decide('approve');
    const before = view.connection.get();
    wallet.select(2);
    expect(view.connection.get()).toBe(before);
    expect(wallet.wallet.accounts.length).toBe(1);
  });
});
