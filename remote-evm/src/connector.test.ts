import { type AccountId, codeOf, LinkspanError, type SignInRequest } from '@linkspan/contract';
import { turn } from '@linkspan/kit/testing/deferred';
import { verifyMessage } from 'ethers';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestChain } from './testing/chains.ts';
import { openConnector, openWindow, toNetworks } from './testing/page.ts';
import { createWallet, type FakeWallet } from './testing/wallet.ts';

beforeEach(() => {
  openWindow();
});

/** Runs this to its end while time passes, half a second at a time. */
async function inTime<Value>(run: () => Promise<Value>): Promise<Value> {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  let isOver = false;
  const end = () => {
    isOver = true;
  };
  try {
    const running = run();
    running.then(end, end);
    while (!isOver) {
      await vi.advanceTimersByTimeAsync(500);
      await turn();
    }
    return await running;
  } finally {
    vi.useRealTimers();
  }
}

async function connect(options?: Parameters<typeof createWallet>[0]) {
  const wallet = createWallet({ granted: true, ...options });
  const connector = openConnector();
  await connector.adopt(wallet);
  return { ...connector, wallet };
}

const idOf = (wallet: FakeWallet, index: number, network = 'eip155:31337') =>
  `${network}:${wallet.accounts[index]?.address}` as AccountId<'eip155'>;

const toMessage = (account: AccountId, text = 'Ahoy, Hafen: ⚓') => ({
  kind: 'message' as const,
  account,
  text,
});

describe('an adopted wallet', () => {
  it('is connected with its accounts, checksummed, on its network, and was not prompted', async () => {
    const { view, wallet } = await connect();
    expect(view.connection.get()).toEqual({
      status: 'connected',
      wallet: { id: 'org.example.harbour', name: 'Harbour' },
      accounts: [idOf(wallet, 0), idOf(wallet, 1)],
      capabilities: ['message', 'sign-in', 'send', 'token', 'switchNetwork', 'switchAccount'],
    });
    expect(new Set(wallet.asked)).toEqual(new Set(['eth_accounts', 'eth_chainId']));
  });

  it('is refused, and leaves nothing behind, if it grants nothing any more or answers nonsense', async () => {
    const { adopt, view } = openConnector();
    const wallet = createWallet();
    await expect(inTime(() => adopt(wallet))).rejects.toMatchObject({ code: 'wallet/no-accounts' });
    wallet.switches.answers = { eth_accounts: 'nonsense' };
    await expect(adopt(wallet)).rejects.toMatchObject({ code: 'wallet/malformed' });
    expect(wallet.listeners()).toBe(0);
    expect(view.connection.get().status).toBe('disconnected');
  });
});

/** What a wallet does while it shows no account, and what the page says. */
const locks = [
  ['keeps its permission', [{ parentCapability: 'eth_accounts' }], 'wallet/locked'],
  ['does not tell its permissions', undefined, 'wallet/locked-or-ended'],
  ['tells rubbish of its permissions', 'rubbish', 'wallet/locked-or-ended'],
] as const;

describe.each(locks)('a wallet that shows no account and %s', (_, permissions, code) => {
  const lock = (wallet: FakeWallet) => {
    const unsupported = { code: 4200, message: 'no' };
    wallet.switches.answers = { eth_accounts: [], wallet_getPermissions: permissions };
    wallet.switches.errors = permissions ? {} : { wallet_getPermissions: unsupported };
  };
  const unlock = (wallet: FakeWallet) => Object.assign(wallet.switches, { answers: {}, errors: {} });
  const waiting = (wallet: FakeWallet) => ({
    status: 'reconnecting',
    accounts: [idOf(wallet, 0), idOf(wallet, 1)],
    failure: { code, context: { wallet: 'Harbour' } },
  });
  const isBack = { status: 'connected' };

  it('reads as reconnecting, and is connected again when it tells its accounts', async () => {
    const { view, wallet } = await connect();
    lock(wallet);
    wallet.emit('accountsChanged', []);
    await turn();
    expect(view.connection.get()).toMatchObject(waiting(wallet));
    unlock(wallet);
    wallet.selectAccounts(...wallet.accounts.slice(0, 2));
    expect(view.connection.get()).toMatchObject(isBack);
    expect(wallet.asked).not.toContain('eth_requestAccounts');
  });

  it('is found when the person comes back to the page, in both directions', async () => {
    const { view, wallet } = await connect();
    lock(wallet);
    window.dispatchEvent(new Event('focus'));
    await turn();
    expect(view.connection.get()).toMatchObject(waiting(wallet));
    unlock(wallet);
    window.dispatchEvent(new Event('focus'));
    await turn();
    expect(view.connection.get()).toMatchObject(isBack);
  });

  it('is said to be locked when it refuses a request for it (4100)', async () => {
    const { view, wallet, signMessage } = await connect();
    lock(wallet);
    const refusal = { code: 4100, message: 'The account is not authorized.' };
    wallet.switches.errors = { ...wallet.switches.errors, personal_sign: refusal };
    await expect(signMessage(toMessage(idOf(wallet, 0)))).rejects.toMatchObject({ code });
    expect(view.connection.get()).toMatchObject(waiting(wallet));
    await expect(signMessage(toMessage(idOf(wallet, 0)))).rejects.toMatchObject({ code });
  });
});

it('takes no notice of accounts that are missing for a moment while another one is chosen', async () => {
  const { view, wallet } = await connect();
  const heard: string[] = [];
  view.connection.listen(({ status }) => heard.push(status));
  wallet.emit('accountsChanged', []);
  wallet.selectAccounts(...wallet.accounts.slice(1, 3));
  await turn();
  expect(view.connection.get()).toMatchObject({ accounts: [idOf(wallet, 1), idOf(wallet, 2)] });
  expect(heard).not.toContain('disconnected');
});

describe('a wallet without events', () => {
  async function connectSilent() {
    const wallet = createWallet({ granted: true });
    Object.assign(wallet.provider, { on: undefined, removeListener: undefined });
    const connector = openConnector();
    await connector.adopt(wallet);
    return { ...connector, wallet };
  }
  const message = (account: AccountId<'eip155'>) => ({ kind: 'message', account, text: 'x' }) as const;

  it('is read before each request, and not asked if its account or network is another one', async () => {
    const { accounts, wallet, signMessage } = await connectSilent();
    const before = idOf(wallet, 0);
    wallet.selectAccounts(...wallet.accounts.slice(1, 2));
    await expect(signMessage(message(before))).rejects.toMatchObject({ code: 'wallet/account-changed' });
    expect(accounts()).toEqual([idOf(wallet, 1)]);
    wallet.selectChain(31338);
    const now = idOf(wallet, 1);
    await expect(signMessage(message(now))).rejects.toMatchObject({ code: 'wallet/network-changed' });
    expect(accounts()).toEqual([idOf(wallet, 1, 'eip155:31338')]);
    expect(wallet.asked).not.toContain('personal_sign');
  });
});

describe('a change inside the wallet', () => {
  it('that names one account keeps those beside it which the wallet still shows', async () => {
    const { accounts, view, wallet } = await connect();
    const [first, second] = wallet.accounts;
    wallet.switches.isMute = true;
    if (first && second) wallet.selectAccounts(second, first);
    wallet.emit('accountsChanged', [second?.address.toLowerCase()]);
    expect(accounts()[0]).toBe(idOf(wallet, 1));
    await turn();
    expect(accounts()).toEqual([idOf(wallet, 1), idOf(wallet, 0)]);
    expect(view.connection.get()).toMatchObject({ capabilities: expect.arrayContaining(['switchAccount']) });
  });

  it('is shown also if the page does not have the network; nothing can be sent there', async () => {
    const { accounts, view, wallet, switchNetwork } = await connect();
    wallet.selectChain(5);
    expect(accounts()[0]).toBe(idOf(wallet, 0, 'eip155:5'));
    expect(view.connection.get()).toMatchObject({
      capabilities: ['message', 'sign-in', 'switchNetwork', 'switchAccount'],
    });
    await switchNetwork('eip155:31338');
    expect(accounts()[0]).toBe(idOf(wallet, 0, 'eip155:31338'));
  });

  it('waits for a wallet that shows no permission, as Phantom does while it uses another account', async () => {
    const { accounts, view, wallet } = await connect();
    const shown = accounts();
    wallet.switches.answers = { eth_accounts: [], wallet_getPermissions: [] };
    wallet.emit('accountsChanged', []);
    await expect
      .poll(() => view.connection.get())
      .toMatchObject({
        status: 'reconnecting',
        failure: { code: 'wallet/locked-or-ended', context: { wallet: 'Harbour' } },
      });
    wallet.switches.answers = {};
    wallet.selectAccounts(...wallet.accounts.slice(0, 2));
    await expect.poll(() => view.connection.get().status).toBe('connected');
    expect(accounts()).toEqual(shown);
  });

  it('ends the connection if a wallet whose code is part of the remote has no permission any more', async () => {
    const wallet = createWallet({ granted: true });
    const { adopt, view } = openConnector();
    await adopt({ ...wallet, own: {} });
    await wallet.provider.request({ method: 'wallet_revokePermissions' });
    await turn();
    expect(view.connection.get()).toEqual({
      status: 'disconnected',
      failure: { code: 'wallet/revoked', context: { wallet: 'Harbour' } },
    });
    expect(wallet.listeners()).toBe(0);
  });

  it.each([
    ['wallet/locked-or-ended', []],
    ['wallet/locked', [{ parentCapability: 'eth_accounts' }]],
  ])('is reported as %s if a request finds no account any more', async (code, permissions) => {
    const { accounts, signMessage, view, wallet } = await connect();
    wallet.switches.answers = { eth_accounts: [], wallet_getPermissions: permissions };
    wallet.switches.errors = { personal_sign: { code: 4100, message: 'Not authorized.' } };
    const [account] = accounts();
    if (account === undefined) expect.fail('not connected');
    await expect(signMessage({ kind: 'message', account, text: 'Hello' })).rejects.toMatchObject({ code });
    await expect.poll(() => view.connection.get()).toMatchObject({ failure: { code } });
  });

  it('ends no connection if the wallet only does not allow one request (4100)', async () => {
    const { accounts, signMessage, view, wallet } = await connect();
    const message = 'The requested method and/or account has not been authorized by the user.';
    wallet.switches.errors = { personal_sign: { code: 4100, message } };
    const [account] = accounts();
    if (account === undefined) expect.fail('not connected');
    await expect(signMessage({ kind: 'message', account, text: 'Hello' })).rejects.toMatchObject({
      code: 'wallet/unsupported',
    });
    expect(view.connection.get().status).toBe('connected');
  });

  it('is told, with Connect again, if the wallet refuses every request in the words of EIP-1193 (4100)', async () => {
    const { accounts, signMessage, view, wallet } = await connect();
    const message = 'The requested method and/or account has not been authorized by the user.';
    const lost = { code: 4100, message };
    wallet.switches.errors = { personal_sign: lost, eth_accounts: lost, wallet_getPermissions: lost };
    const [account] = accounts();
    if (account === undefined) expect.fail('not connected');
    const code = 'wallet/locked-or-ended';
    await expect(signMessage({ kind: 'message', account, text: 'Hello' })).rejects.toMatchObject({ code });
    expect(view.connection.get()).toMatchObject({ status: 'reconnecting', failure: { code } });
  });

  it('is not made up if the wallet answers nothing when asked for its network', async () => {
    const { accounts, signMessage, view, wallet } = await connect();
    wallet.switches.answers = { eth_accounts: null, eth_chainId: null };
    const [account] = accounts();
    if (account === undefined) expect.fail('not connected');
    await expect(signMessage({ kind: 'message', account, text: 'Hello' })).rejects.toMatchObject({
      code: 'wallet/malformed',
    });
    expect(view.connection.get().status).toBe('connected');
  });

  it('ends the connection if the wallet is gone, not if it only lost its network', async () => {
    const { view, wallet } = await connect();
    wallet.emit('disconnect', { code: 1013 });
    await turn();
    expect(view.connection.get().status).toBe('connected');
    wallet.switches.gone = true;
    wallet.emit('disconnect', { code: 4900 });
    await expect
      .poll(() => view.connection.get())
      .toMatchObject({ status: 'disconnected', failure: { code: 'wallet/gone' } });
  });

  const odd = [undefined, null, 'x', [1], ['0x12'], {}, { accounts: [] }, 0, '-0x1', { chainId: '0x7a6a' }];

  it.each(['accountsChanged', 'chainChanged'].flatMap((event) => odd.map((fact) => [event, fact] as const)))(
    'that comes as %s %j is read: another account on another network',
    async (event, fact) => {
      const { accounts, wallet } = await connect();
      await inTime(async () => {
        wallet.emit(event, fact);
        await turn();
        expect(accounts()).toEqual([idOf(wallet, 0), idOf(wallet, 1)]);
        wallet.switches.isMute = true;
        wallet.selectAccounts(...wallet.accounts.slice(1, 2));
        wallet.selectChain(31338);
        wallet.emit(event, fact);
        await expect.poll(accounts).toEqual([idOf(wallet, 1, 'eip155:31338')]);
      });
    },
  );
});

describe('the account in use', () => {
  it('is the one the page chose, through a change of network, until the wallet chooses another', async () => {
    const { accounts, switchAccount, wallet } = await connect();
    await switchAccount(idOf(wallet, 1));
    expect(accounts()[0]).toBe(idOf(wallet, 1));
    wallet.selectChain(31338);
    expect(accounts()[0]).toBe(idOf(wallet, 1, 'eip155:31338'));
    wallet.selectAccounts(...wallet.accounts.slice().reverse());
    expect(accounts()[0]).toBe(idOf(wallet, 2, 'eip155:31338'));
  });
});

describe('a switch of network', () => {
  it('adds the configured network if the wallet does not know it', async () => {
    const { accounts, switchNetwork, wallet } = await connect({ chains: { 31337: 'http://127.0.0.1:9' } });
    await switchNetwork('eip155:31338');
    expect(wallet.asked).toContain('wallet_addEthereumChain');
    expect(wallet.switches.chains[31338]).toBe('http://127.0.0.1:9');
    expect(accounts()[0]).toBe(idOf(wallet, 0, 'eip155:31338'));
  });

  it('is made after the wallet has added the network, if it has not switched by itself', async () => {
    const { accounts, switchNetwork, wallet } = await connect({ chains: { 31337: 'http://127.0.0.1:9' } });
    wallet.switches.addsOnly = true;
    await switchNetwork('eip155:31338');
    expect(accounts()[0]).toBe(idOf(wallet, 0, 'eip155:31338'));
    const asked = wallet.asked.filter((method) => method.startsWith('wallet_'));
    expect(asked).toEqual([
      'wallet_switchEthereumChain',
      'wallet_addEthereumChain',
      'wallet_switchEthereumChain',
    ]);
  });

  it('is seen also if the wallet tells nobody', async () => {
    const { accounts, switchNetwork, wallet } = await connect();
    wallet.switches.isMute = true;
    await switchNetwork('eip155:31338');
    expect(accounts()[0]).toBe(idOf(wallet, 0, 'eip155:31338'));
  });

  it('is made if the wallet says that it failed, and is there', async () => {
    const { accounts, switchNetwork, wallet } = await connect();
    wallet.switches.isMute = true;
    wallet.selectChain(31338);
    wallet.switches.errors = { wallet_switchEthereumChain: { code: -32603, message: 'no' } };
    await switchNetwork('eip155:31338');
    expect(accounts()[0]).toBe(idOf(wallet, 0, 'eip155:31338'));
  });

  it('tells a wallet that cannot add a network from a person who does not want to', async () => {
    const { switchNetwork, wallet } = await connect({ chains: { 31337: 'http://127.0.0.1:9' } });
    wallet.switches.errors = { wallet_addEthereumChain: { code: 4200, message: 'no' } };
    await expect(switchNetwork('eip155:31338')).rejects.toMatchObject({ code: 'wallet/unsupported' });
    wallet.switches.errors = { wallet_addEthereumChain: { code: 4001, message: 'no' } };
    await expect(switchNetwork('eip155:31338')).rejects.toMatchObject({ code: 'wallet/rejected' });
  });
});

describe('a signature', () => {
  it('is the account’s, as an independent library verifies', async () => {
    const { signMessage, wallet } = await connect();
    const signed = await signMessage(toMessage(idOf(wallet, 0)));
    expect(signed).toMatchObject({ scheme: 'eip191', message: 'Ahoy, Hafen: ⚓', account: idOf(wallet, 0) });
    expect(verifyMessage(signed.message, signed.signature)).toBe(wallet.accounts[0]?.address);
  });

  it('is given on a network that the page does not have, too', async () => {
    const { signMessage, wallet } = await connect();
    wallet.selectChain(5);
    const signed = await signMessage(toMessage(idOf(wallet, 0, 'eip155:5')));
    expect(verifyMessage(signed.message, signed.signature)).toBe(wallet.accounts[0]?.address);
  });

  it('signs in with a text that names account, network and page', async () => {
    const { signIn, wallet } = await connect();
    const intent: SignInRequest = {
      kind: 'sign-in',
      account: idOf(wallet, 0),
      domain: 'localhost:4300',
      uri: 'http://localhost:4300/',
      statement: 'Sign in to Linkspan.',
      nonce: 'ab'.repeat(16),
      issuedAt: '2026-11-20T12:00:00.000Z',
      expiresAt: '2026-11-20T12:10:00.000Z',
    };
    const signed = await signIn(intent);
    expect(signed.message).toContain(`${wallet.accounts[0]?.address}\n`);
    expect(verifyMessage(signed.message, signed.signature)).toBe(wallet.accounts[0]?.address);
  });

  /** What a wallet has changed without an event, and what the page says of it. */
  const unheard = [
    ['its network', (wallet: FakeWallet) => wallet.selectChain(31338), 'wallet/network-changed'],
    [
      'its accounts',
      ({ selectAccounts, accounts }: FakeWallet) => selectAccounts(...accounts.slice(2)),
      'wallet/account-changed',
    ],
    [
      'the order of its accounts',
      ({ selectAccounts, accounts: [first, second] }: FakeWallet) => {
        if (first && second) selectAccounts(second, first);
      },
      'wallet/account-changed',
    ],
  ] as const;

  it.each(unheard)(
    'is refused if the wallet has changed %s without an event; the next one is for its new state',
    async (_, change, code) => {
      const { accounts, signMessage, wallet } = await connect();
      wallet.switches.isMute = true;
      change(wallet);
      wallet.switches.errors = { personal_sign: { code: 4100, message: 'Not authorized.' } };
      await expect(signMessage(toMessage(idOf(wallet, 0)))).rejects.toMatchObject({ code });
      wallet.switches.errors = {};
      const [account] = accounts();
      await expect(signMessage(toMessage(account as AccountId))).resolves.toMatchObject({ account });
    },
  );
});

describe('the end', () => {
  it.each([
    ['does not know how', { errors: { wallet_revokePermissions: { code: 4200, message: 'no' } } }],
    ['says that it has, and has not', { answers: { wallet_revokePermissions: null } }],
  ])('is one, and says that the wallet keeps its permission, if it %s', async (_, change) => {
    const { disconnect, view, wallet } = await connect();
    Object.assign(wallet.switches, change);
    await expect(disconnect()).rejects.toMatchObject({
      code: 'wallet/keeps-permission',
      context: { wallet: 'Harbour' },
    });
    wallet.selectChain(31338);
    expect(view.connection.get()).toEqual({ status: 'disconnected' });
  });

  it('says nothing of the permission of a wallet that does not answer, or shows no account', async () => {
    for (const change of [
      { hangs: ['wallet_revokePermissions', 'eth_accounts'] },
      { errors: { wallet_revokePermissions: { code: 4200 } }, answers: { eth_accounts: [] } },
    ]) {
      const { disconnect, wallet } = await connect();
      Object.assign(wallet.switches, change);
      await inTime(() => disconnect());
    }
  });

  it('asks for no permission back that the wallet may share with another family', async () => {
    const { disconnect, view, wallet } = await connect();
    await expect(disconnect({ keepPermission: true })).rejects.toMatchObject({
      code: 'wallet/keeps-permission',
    });
    expect(wallet.asked).not.toContain('wallet_revokePermissions');
    expect(view.connection.get()).toEqual({ status: 'disconnected' });
  });
});

describe('on a chain', () => {
  let chain: Awaited<ReturnType<typeof startTestChain>>;

  beforeAll(async () => {
    chain = await startTestChain();
  });

  afterAll(() => chain.stop());

  async function connectTo(url: string) {
    const wallet = createWallet({ granted: true, chains: { 31337: url, 31338: 'http://127.0.0.1:9' } });
    const connector = openConnector(toNetworks(url));
    await connector.adopt(wallet);
    return { ...connector, wallet };
  }

  const toSend = (wallet: FakeWallet, changes = {}) => ({
    kind: 'send' as const,
    account: idOf(wallet, 0),
    to: String(wallet.accounts[2]?.address),
    amount: '1000000000000000000',
    ...changes,
  });

  it('does not end as the older transaction that its wallet answers with', async () => {
    const { wallet, send, sendToEnd, settle } = await connectTo(chain.url);
    const older = await sendToEnd(toSend(wallet));
    const transaction = older.state === 'landed' ? older.transaction : '';
    wallet.switches.answers = { eth_sendTransaction: transaction.toUpperCase().replace('0X', '0x') };
    const { account: from, to, amount } = toSend(wallet);
    const noted = vi.fn();
    expect(await send(toSend(wallet), { noted })).toEqual({ transaction });
    const [note] = noted.mock.calls[0] ?? [];
    const again = { from, to, amount, transaction, note, others: [] };
    expect(await settle(again)).toEqual({ state: 'unknown' });
  });

  it('sends to an address in upper case, and the chain shows that it is the same', async () => {
    const { wallet, sendToEnd } = await connectTo(chain.url);
    const settled = await sendToEnd(toSend(wallet, { to: wallet.accounts[2]?.address.toUpperCase() }));
    expect(settled).toMatchObject({ state: 'landed', comparison: { result: 'as-asked' } });
  });

  it('refuses what cannot be sent before the wallet is asked', async () => {
    const { wallet, send } = await connectTo(chain.url);
    const own = wallet.accounts[2]?.address ?? '';
    for (const [to, code] of [
      ['', 'input/recipient'],
      ['0x12', 'input/recipient'],
      [`${own}00`, 'input/recipient'],
      ['harbour.near', 'input/recipient-family'],
      [own.replace('C', 'c'), 'input/recipient-checksum'],
    ])
      await expect(send(toSend(wallet, { to: to ?? '' }))).rejects.toMatchObject({ code });
    for (const amount of ['0', '', '-1', '1.5', '1e18', `1${'0'.repeat(78)}`])
      await expect(send(toSend(wallet, { amount }))).rejects.toMatchObject({ code: 'input/amount' });
    expect(wallet.asked).not.toContain('eth_sendTransaction');
  });

  it.each([{ hash: `0x${'a'.repeat(64)}` }, null, 'done', '0x12'])(
    'blames the wallet if it answers a send by %j',
    async (answer) => {
      const { wallet, send } = await connectTo(chain.url);
      wallet.switches.answers = { eth_sendTransaction: answer };
      await expect(send(toSend(wallet))).rejects.toMatchObject({
        code: 'wallet/malformed',
        context: { wallet: 'Harbour' },
      });
    },
  );

  it('sends nothing if the wallet has moved on unheard, and notes that it was not asked', async () => {
    const { wallet, send } = await connectTo(chain.url);
    wallet.switches.isMute = true;
    wallet.selectChain(31338);
    const noted = vi.fn();
    await expect(send(toSend(wallet), { noted })).rejects.toMatchObject({ code: 'wallet/network-changed' });
    expect(wallet.asked).not.toContain('eth_sendTransaction');
    expect(noted).not.toHaveBeenCalled();
  });

  it('does not ask the wallet if the page does not want the send any more', async () => {
    const { wallet, send } = await connectTo(chain.url);
    const noted = () => {
      throw new LinkspanError('wallet/cancelled', { wallet: 'Harbour' });
    };
    await expect(send(toSend(wallet), { noted })).rejects.toMatchObject({ code: 'wallet/cancelled' });
    expect(wallet.asked).not.toContain('eth_sendTransaction');
  });

  /** Sends through a wallet that sends, and then fails with what is made of the hash. */
  async function failAfter(toError: (hash: unknown) => object) {
    const { wallet, ...connector } = await connectTo(chain.url);
    const { request } = wallet.provider;
    const failing: typeof request = async (call) => {
      const answer = await request.call(wallet.provider, call);
      if (call.method === 'eth_sendTransaction') throw toError(answer);
      return answer;
    };
    Object.assign(wallet.provider, { request: failing });
    const notes: string[] = [];
    const intent = toSend(wallet, { amount: '1234567' });
    const sent = await connector
      .send(intent, { noted: (note = '') => notes.push(note) })
      .catch((error: unknown) => error);
    const look = () =>
      connector.settle({ ...intent, from: intent.account, others: [], note: notes.at(-1) ?? '' });
    return { sent, look, notes };
  }

  it.each<[string, (hash: unknown) => object]>([
    ['Chrome’s words', () => new Error('The message port closed before a response was received.')],
    ['closed', () => ({ code: 4001, message: 'Popup closed' })],
    ['timeout', () => new Error('Request timeout')],
    ['disconnected', () => ({ code: 4900, message: 'The provider is disconnected from all chains.' })],
    ['an internal error', () => ({ code: -32603, message: 'Internal JSON-RPC error.' })],
    ['a request that waits', () => ({ code: -32002, message: 'Request already pending' })],
    ['a node’s lack', () => ({ code: -32601, message: 'the method eth_x does not exist/is not available' })],
    ['a nonce', () => ({ code: -32000, message: 'nonce too low' })],
    ['what the node has', () => ({ code: -32000, message: 'already known' })],
    ['a hash', (transactionHash) => ({ code: -32603, message: 'nonce too low', transactionHash })],
  ])('is noted and found if the wallet has sent, and then fails with %s', async (_, toError) => {
    const { sent, look, notes } = await failAfter(toError);
    expect(notes).not.toEqual([]);
    expect(['wallet/rejected', 'network/insufficient-funds', undefined]).not.toContain(codeOf(sent));
    await vi.waitFor(async () => expect(await look()).toMatchObject({ state: 'landed' }), { timeout: 3_000 });
  });

  it('is sent if the wallet passes on that the node has it already, and names it', async () => {
    const { sent } = await failAfter((transactionHash) => ({ message: 'already known', transactionHash }));
    expect(sent).toEqual({ transaction: expect.stringMatching(/^0x[0-9a-f]{64}$/) });
  });
});
