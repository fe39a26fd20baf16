import type { AccountId } from '@linkspan/contract';
import { turn } from '@linkspan/kit/testing/deferred';
import { createPhone, type FakeProposal, type Phone } from '@linkspan/kit/walletconnect/testing/phone';
import { evmAccounts } from '@linkspan/practice/accounts';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Own } from '../provider.ts';
import { startTestChain } from '../testing/chains.ts';
import { openConnector, openWindow, toNetworks } from '../testing/page.ts';
import { createWalletConnect } from './walletconnect.ts';

const accounts = evmAccounts.map(({ privateKey }) => privateKeyToAccount(privateKey));
const [first, second] = accounts.map(({ address }) => address) as [string, string];
const networks = toNetworks();
const [one, two] = [`eip155:31337:${first}`, `eip155:31338:${first}`] as const;

let phone: Phone;

beforeEach(() => {
  phone = createPhone();
});

/** What a phone approves of Ethereum: accounts by their chains, in its order. */
const toNamespaces = (granted: readonly string[], methods = ['personal_sign']) => ({
  eip155: { accounts: granted, methods, events: [] },
});

/** A page with the phone behind it; its storage is the one that a page before it had. */
function open() {
  const { loaded, begin: beginWallet } = createWalletConnect({
    ...phone.parts,
    ...{ networks, wallet: 'WalletConnect' },
    ...{ apps: [], showPairing: () => undefined },
  });
  const told: (readonly [string, unknown])[] = [];
  for (const event of ['accountsChanged', 'chainChanged', 'disconnect'])
    loaded.provider.on?.(event, (fact) => void told.push([event, fact]));
  const ask = (method: string, ...params: unknown[]) => loaded.provider.request({ method, params });
  const begin = (network: (typeof networks)[0]['id'] = 'eip155:31337') => {
    const cancel = new AbortController();
    beginWallet({ network, signal: cancel.signal });
    const answer = ask('eth_requestAccounts');
    answer.catch(() => undefined);
    return { answer, cancel: () => cancel.abort() };
  };
  return { loaded, told, ask, begin };
}

/** The proposal that the phone has by now. */
async function proposed(count = 1): Promise<FakeProposal> {
  await vi.waitFor(() => expect(phone.proposals).toHaveLength(count));
  await turn();
  return phone.proposals[count - 1] as FakeProposal;
}

/** A page whose phone has approved these accounts. */
async function paired(
  granted: readonly string[] = [one, two],
  methods = ['personal_sign', 'eth_sendTransaction'],
) {
  const page = open();
  const { answer } = page.begin();
  const topic = (await proposed()).approve(toNamespaces(granted, methods));
  await answer;
  return { ...page, topic };
}

describe('an attempt', () => {
  it('asks the phone for the page’s chains', async () => {
    const { begin, ask } = open();
    const { answer } = begin();
    const { approve, optionalNamespaces } = await proposed();
    expect(optionalNamespaces.eip155).toMatchObject({
      chains: ['eip155:31337', 'eip155:31338'],
      methods: expect.arrayContaining(['personal_sign', 'eth_sendTransaction']),
      events: ['accountsChanged', 'chainChanged'],
    });
    approve(toNamespaces([one, two]));
    expect(await answer).toEqual([first]);
    expect(await ask('eth_chainId')).toBe('0x7a69');
  });

  it('begins on the network that the page wants', async () => {
    const { begin, ask } = open();
    const { answer } = begin('eip155:31338');
    (await proposed()).approve(toNamespaces([one, two]));
    await answer;
    expect(await ask('eth_chainId')).toBe('0x7a6a');
  });

  it('that grants no account of Ethereum fails', async () => {
    const { answer } = open().begin();
    (await proposed()).approve({ solana: { accounts: [one] }, eip155: { accounts: ['eip155:1:me'] } });
    await expect(answer).rejects.toMatchObject({ code: 'wallet/no-accounts' });
  });
});

describe('a session', () => {
  it('is resumed in a later page, on its chain, without asking anybody', async () => {
    const { ask } = await paired();
    await ask('wallet_switchEthereumChain', { chainId: '0x7a6a' });
    const later = open();
    expect(await later.ask('eth_accounts')).toEqual([first]);
    expect(await later.ask('eth_chainId')).toBe('0x7a6a');
    expect(await later.ask('eth_requestAccounts')).toEqual([first]);
    expect(phone.proposals).toHaveLength(1);
    expect(phone.requests).toEqual([]);
  });

  it.each(['session_delete', 'session_expire'] as const)('that ends by %s is told', async (how) => {
    const { ask, told, topic } = await paired();
    phone.end(topic, how);
    expect(told).toEqual([['disconnect', expect.objectContaining({ code: 4900 })]]);
    expect(await ask('eth_accounts')).toEqual([]);
    expect(await ask('wallet_getPermissions')).toEqual([]);
  });

  it('follows what the phone grants by now', async () => {
    const { told, topic } = await paired();
    phone.update(topic, toNamespaces([`eip155:31338:${second}`]));
    expect(told).toEqual([
      ['chainChanged', '0x7a6a'],
      ['accountsChanged', [second]],
    ]);
  });

  it('that grants no account any more has no permission', async () => {
    const { ask, told, topic } = await paired([two]);
    phone.update(topic, {});
    expect(told).toEqual([['accountsChanged', []]]);
    expect(await ask('wallet_getPermissions')).toEqual([]);
  });

  it('follows the chain and the account that the phone takes into use, among those that it grants', async () => {
    const { topic, told } = await paired([one, two, `eip155:31337:${second}`, `eip155:31338:${second}`]);
    const tell = (name: string, data: unknown) =>
      phone.emit('session_event', { topic, params: { event: { name, data } } });
    tell('chainChanged', '0x7a6a');
    tell('accountsChanged', [`eip155:31338:${second}`]);
    tell('chainChanged', 1);
    tell('accountsChanged', ['0x0000000000000000000000000000000000000001']);
    tell('accountsChanged', undefined);
    for (const name of ['chainChanged', 'accountsChanged']) tell(name, { toString: 1, valueOf: 1 });
    tell('accountsChanged', [{ toString: 1, valueOf: 1 }]);
    expect(told).toEqual([
      ['chainChanged', '0x7a6a'],
      ['accountsChanged', [second, first]],
      ['accountsChanged', [first, second]],
    ]);
  });
});

describe('a switch of the chain', () => {
  it('asks nobody for a chain that the phone has approved', async () => {
    const { ask, told } = await paired();
    await ask('wallet_switchEthereumChain', { chainId: '0x7a6a' });
    expect(phone.requests).toEqual([]);
    expect(told).toEqual([['chainChanged', '0x7a6a']]);
    await ask('personal_sign', '0x00', first);
    expect(phone.requests).toMatchObject([{ chainId: 'eip155:31338' }]);
  });

  it('asks the phone for another one, and follows once that is granted', async () => {
    const { ask, topic } = await paired([one], ['wallet_switchEthereumChain']);
    await ask('wallet_switchEthereumChain', { chainId: '0x7a6a' });
    expect(phone.requests).toMatchObject([
      { chainId: 'eip155:31337', request: { method: 'wallet_switchEthereumChain' } },
    ]);
    expect(await ask('eth_chainId')).toBe('0x7a69');
    phone.update(topic, toNamespaces([one, two]));
    expect(await ask('eth_chainId')).toBe('0x7a6a');
  });

  it('in another tab leaves this page where it is', async () => {
    const { ask, told } = await paired();
    await open().ask('wallet_switchEthereumChain', { chainId: '0x7a6a' });
    expect([await ask('eth_chainId'), told]).toEqual(['0x7a69', []]);
    await ask('personal_sign', '0x00', first);
    expect(phone.requests).toMatchObject([{ chainId: 'eip155:31337' }]);
    expect(await open().ask('eth_chainId')).toBe('0x7a6a');
  });

  it.each(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])(
    'by %s fails if the phone approves neither the chain nor that it is asked',
    async (method) => {
      const { ask } = await paired([one]);
      await expect(ask(method, { chainId: '0x7a6a' })).rejects.toMatchObject({ code: 4902 });
      expect(phone.requests).toEqual([]);
    },
  );
});

describe('a request', () => {
  it.each([
    'eth_signTypedData_v4',
    'wallet_sendCalls',
    'wallet_getCallsStatus',
    'wallet_showCallsStatus',
    'wallet_getCapabilities',
    'wallet_watchAsset',
  ])('of %s is passed on if the phone approves it', async (method) => {
    const { ask } = await paired([one], [method]);
    phone.answer = async () => 'done';
    expect(await ask(method, 'it')).toBe('done');
    expect(phone.requests.at(-1)).toMatchObject({ request: { method, params: ['it'] } });
  });

  it.each(['eth_sendTransaction', 'wallet_sendCalls'])(
    'by %s goes to the chain that it names, or to none',
    async (method) => {
      const { ask } = await paired([one, two], [method]);
      await ask(method, { chainId: '0x7a6a' });
      expect(phone.requests).toMatchObject([{ chainId: 'eip155:31338' }]);
      await expect(ask(method, { chainId: '0x1' })).rejects.toMatchObject({ code: 4902 });
      expect(phone.requests).toHaveLength(1);
    },
  );

  it('is not sent on a chain for which the phone approves other methods', async () => {
    const { ask, topic } = await paired();
    const toScope = (account: string, method: string) => ({ accounts: [account], methods: [method] });
    phone.update(topic, {
      'eip155:1': { accounts: [{ toString: 1 }], methods: [{ toString: 1 }] },
      'eip155:31337': toScope(one, 'personal_sign'),
      'eip155:31338': toScope(two, 'eth_sendTransaction'),
    });
    await expect(ask('eth_sendTransaction', { chainId: '0x7a69' })).rejects.toMatchObject({ code: 4200 });
    await ask('eth_sendTransaction', { chainId: '0x7a6a' });
    expect(phone.requests).toMatchObject([{ chainId: 'eip155:31338' }]);
  });

  it('is not sent if the phone does not approve its method, or no node of the page is to be asked', async () => {
    const { ask } = await paired([one], ['personal_sign']);
    for (const method of ['eth_sendTransaction', 'wallet_sendCalls', 'wallet_watchAsset', 'eth_getBalance'])
      await expect(ask(method)).rejects.toMatchObject({ code: 4200 });
    expect(phone.requests).toEqual([]);
  });
});

describe('a connected phone', () => {
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  const id = one as AccountId<'eip155'>;
  const message = { kind: 'message' as const, account: id, text: 'Ahoy' };

  async function connect(by = networks) {
    openWindow();
    const page = await paired();
    const connector = openConnector(by);
    await connector.adopt({ ...page.loaded, accounts });
    return { ...page, ...connector };
  }
  it('keeps the note of a send that its relay may still forward', async () => {
    vi.stubGlobal('fetch', async (_: unknown, { body }: { body: string }) => {
      const { id, method } = JSON.parse(body);
      return Response.json({ jsonrpc: '2.0', id, result: method === 'eth_chainId' ? '0x7a69' : '0x5' });
    });
    const { send, end } = await connect();
    phone.isAway = true;
    const notes: (string | undefined)[] = [];
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const intent = { kind: 'send', account: id, to: second, amount: '7' } as const;
    const sent = send(intent, { noted: (note) => notes.push(note) });
    sent.catch(() => undefined);
    await expect.poll(() => notes).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10_000);
    await expect(sent).rejects.toMatchObject({
      code: 'wallet/relay-unreachable',
    });
    expect(notes).toEqual([expect.any(String)]);
    phone.comeBack();
    await turn();
    expect(phone.requests).toMatchObject([{ request: { method: 'eth_sendTransaction' } }]);
    end();
  });

  it.each([
    ['of a Safe sends for its other owners to confirm', '0x600260005260206000f3', { awaits: 'owners' }],
    ['of a Safe sends for nobody to confirm if one owner is enough', '0x600160005260206000f3', {}],
    ['of another contract sends for nobody to confirm', '0x60006000fd', {}],
  ])('%s', async (_, code, awaits) => {
    const chain = await startTestChain();
    const body = { jsonrpc: '2.0', id: 1, method: 'anvil_setCode', params: [first, code] };
    await fetch(chain.url, {
      ...{ method: 'POST', headers: { 'content-type': 'application/json' } },
      body: JSON.stringify(body),
    });
    const { send, end } = await connect(toNetworks(chain.url));
    const transaction = `0x${'ab'.repeat(32)}`;
    phone.answer = () => transaction;
    const notes: string[] = [];
    const intent = { kind: 'send', account: id, to: second, amount: '7' } as const;
    expect(await send(intent, { noted: (note = '') => notes.push(note) })).toEqual({
      transaction,
      ...awaits,
    });
    expect(JSON.parse(String(notes[0])).by).toBe(code.startsWith('0x60006000') ? undefined : 'safe');
    end();
    await chain.stop();
  });

  const signBy = (account: (typeof accounts)[number] | undefined) => {
    phone.answer = ({ request }) =>
      account?.signMessage({ message: { raw: (request.params as [`0x${string}`])[0] } });
  };

  it('is unverified until a signature proves its account, also after a reload', async () => {
    const { view, signMessage } = await connect();
    expect(view.connection.get()).toMatchObject({ status: 'connected', isUnverified: true });
    signBy(accounts[0]);
    expect(await signMessage(message)).toMatchObject({ isVerified: true });
    expect(view.connection.get()).not.toHaveProperty('isUnverified');
    expect((open().loaded.own as Own).proof?.has(id)).toBe(true);
  });
});
