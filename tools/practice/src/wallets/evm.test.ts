import {
  createPublicClient,
  type Hex,
  http,
  numberToHex,
  parseEther,
  stringToHex,
  verifyMessage,
  verifyTypedData,
} from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PracticeEvmAccount as EvmKey, evmKeys } from '../accounts.ts';
import { startAnvil } from '../chains/evm/start-anvil.ts';
import type { Served } from '../chains/listen.ts';
import { announceEvm, type EvmProvider } from './evm.ts';
import type { Change, Fault } from './faults.ts';
import { openTestWallet, reject } from './testing/test-page.ts';

const [harbour, pier] = evmKeys[0] as readonly [EvmKey, EvmKey];
const [anchor] = evmKeys[1] as readonly [EvmKey];

let anvil: Served;
const url = () => `http://127.0.0.1:${anvil.port}`;
beforeAll(async () => {
  anvil = await startAnvil(31337);
});
afterAll(() => anvil.stop());

interface Announced {
  readonly info: { readonly name: string; readonly rdns: string; readonly uuid: string };
  readonly provider: EvmProvider;
}

function open(id: 'evm' | 'evm-second' = 'evm', at = url()) {
  const keys = id === 'evm' ? evmKeys[0] : evmKeys[1];
  const networkIds = ['eip155:31337', 'eip155:31338'] as const;
  const opened = openTestWallet({ id, accounts: keys, networkIds, url: at });
  const { page, wallet } = opened;
  vi.stubGlobal('window', page.target);
  const announced: Announced[] = [];
  page.target.addEventListener('eip6963:announceProvider', (event) => {
    announced.push((event as CustomEvent<Announced>).detail);
  });
  const stop = announceEvm(wallet);
  const request = (method: string, ...params: unknown[]) =>
    (announced.at(-1) as Announced).provider.request({ method, params });
  return { ...opened, announced, stop, request };
}

async function openConnected() {
  const opened = open();
  await opened.request('eth_requestAccounts');
  return opened;
}

function listen({ announced }: ReturnType<typeof open>) {
  const heard: unknown[][] = [];
  for (const event of ['accountsChanged', 'chainChanged', 'disconnect'])
    announced.at(-1)?.provider.on(event, (...facts) => heard.push([event, ...facts]));
  return heard;
}

describe('announceEvm', () => {
  it('announces the wallet as EIP-6963 says, at once and when a page asks', () => {
    const { page, announced, stop } = open();
    expect(announced[0]?.info).toMatchObject({ name: 'Practice Wallet', rdns: 'practice.linkspan.wallet' });
    page.target.dispatchEvent(new Event('eip6963:requestProvider'));
    expect(announced[1]).toEqual(announced[0]);
    stop();
    page.target.dispatchEvent(new Event('eip6963:requestProvider'));
    expect(announced).toHaveLength(2);
  });

  it('announces the second wallet, with accounts of its own, once it is here', async () => {
    const { wallet, announced, request } = open('evm-second');
    expect(announced).toEqual([]);
    wallet.change({ here: true });
    expect(announced[0]?.info.rdns).toBe('practice.linkspan.second');
    expect(await request('eth_requestAccounts')).toEqual([anchor.address]);
  });
});

describe('connecting', () => {
  it('shows no account before it is approved, and asks once', async () => {
    const { request, titles } = open();
    expect(await request('eth_accounts')).toEqual([]);
    expect(await request('wallet_getPermissions')).toEqual([]);
    expect(titles()).toEqual([]);
    expect(await request('eth_requestAccounts')).toEqual([harbour.address]);
    expect(await request('eth_requestAccounts')).toEqual([harbour.address]);
    expect(titles()).toEqual(['Connect to this site']);
    const caveats = [{ type: 'restrictReturnedAccounts', value: [harbour.address] }];
    expect(await request('wallet_getPermissions')).toMatchObject([
      { parentCapability: 'eth_accounts', caveats },
    ]);
  });

  it('rejects with 4001 if the person rejects, and can be asked again', async () => {
    const { page, request } = open();
    page.decide = reject;
    await expect(request('eth_requestAccounts')).rejects.toMatchObject({ code: 4001 });
    await expect(request('eth_requestAccounts')).rejects.toMatchObject({ code: 4001 });
    expect(await request('eth_accounts')).toEqual([]);
  });

  it('rejects with -32002 while a request to connect is open', async () => {
    const { page, request } = open();
    page.decide = () => new Promise(() => undefined);
    void request('eth_requestAccounts');
    await expect(request('wallet_requestPermissions', {})).rejects.toMatchObject({ code: -32002 });
  });

  it('forgets the site when its permission is revoked', async () => {
    const { request } = await openConnected();
    expect(await request('wallet_revokePermissions', { eth_accounts: {} })).toBeNull();
    expect(await request('eth_accounts')).toEqual([]);
    await expect(request('personal_sign', '0x00', harbour.address)).rejects.toMatchObject({ code: 4100 });
  });
});

describe('events', () => {
  it('tells changes of accounts and network, and nothing that stays', async () => {
    const opened = open();
    const heard = listen(opened);
    await opened.request('eth_requestAccounts');
    opened.wallet.change({ account: 'Pier' });
    opened.wallet.change({ locked: true });
    opened.wallet.change({ network: 'eip155:31338', faults: [] });
    opened.wallet.fire('chainChanged', 'harbour');
    await vi.waitFor(() =>
      expect(heard).toEqual([
        ['accountsChanged', [harbour.address]],
        ['accountsChanged', [pier.address, harbour.address]],
        ['accountsChanged', []],
        ['chainChanged', '0x7a6a'],
        ['chainChanged', 'harbour'],
      ]),
    );
  });

  it('tells nothing while it is silent, and nothing to a listener that was removed', async () => {
    const opened = open();
    const [{ provider }] = opened.announced as [Announced];
    const listener = vi.fn();
    provider.on('accountsChanged', listener).removeListener('accountsChanged', listener);
    await opened.request('eth_requestAccounts');
    const heard = listen(opened);
    opened.setFault({ does: 'silence' });
    opened.wallet.change({ account: 'Pier', network: 'eip155:31338' });
    await Promise.resolve();
    expect([heard, listener.mock.calls]).toEqual([[], []]);
  });

  it.each(['goes', 'is updated'])('tells 4900 when the wallet %s, and nothing after that', async (how) => {
    const opened = await openConnected();
    const heard = listen(opened);
    if (how === 'goes') opened.wallet.change({ here: false });
    else opened.wallet.update();
    opened.wallet.change({ account: 'Pier' });
    await vi.waitFor(() => expect(heard).toEqual([['disconnect', expect.objectContaining({ code: 4900 })]]));
  });
});

describe('networks', () => {
  it('switches once approved, without a question if it is there already', async () => {
    const { request, titles } = open();
    expect(await request('wallet_switchEthereumChain', { chainId: '0x7a69' })).toBeNull();
    expect(await request('wallet_switchEthereumChain', { chainId: '0x7A6A' })).toBeNull();
    expect([await request('eth_chainId'), await request('net_version')]).toEqual(['0x7a6a', '31338']);
    expect(titles()).toEqual(['Switch the network']);
  });

  it.each([
    ['wallet_switchEthereumChain', '0x1', 4902],
    ['wallet_addEthereumChain', '0x1', 4200],
    ['wallet_switchEthereumChain', 31337, -32602],
  ])('answers %s to %j by %i, and stays', async (method, chainId, code) => {
    const { request, titles } = open();
    await expect(request(method, { chainId })).rejects.toMatchObject({ code });
    expect(await request('eth_chainId')).toBe('0x7a69');
    expect(titles()).toEqual([]);
  });
});

describe('requests', () => {
  it.each([
    ['eth_sign', 4200],
    ['wallet_grantPermissions', 4200],
    ['toString', 4200],
    [undefined, -32602],
  ])('rejects %s with %i', async (method, code) => {
    await expect(open().request(method as string)).rejects.toMatchObject({ code });
  });

  it('reads from the chain', async () => {
    const balance = await open().request('eth_getBalance', anchor.address, 'latest');
    expect(balance).toBe(numberToHex(parseEther('10000')));
  });

  it("passes on the chain's errors with code, message and data", async () => {
    const revert = { data: '0x60aa60005260206000fd' };
    await expect(open().request('eth_call', revert, 'latest')).rejects.toMatchObject({
      ...{ name: 'WalletError', code: 3, message: expect.stringMatching(/^execution reverted/) },
      data: numberToHex(0xaa, { size: 32 }),
    });
    await expect(open().request('eth_noSuchMethod')).rejects.toMatchObject({ code: -32601 });
  });

  it('rejects with 4901 if the chain does not answer, also to a transfer', async () => {
    const { request } = open('evm', 'http://127.0.0.1:1');
    await request('eth_requestAccounts');
    const expected = { name: 'WalletError', code: 4901, message: expect.stringMatching(/does not answer/) };
    await expect(request('eth_blockNumber')).rejects.toMatchObject(expected);
    const transfer = { from: harbour.address, to: pier.address };
    await expect(request('eth_sendTransaction', transfer)).rejects.toMatchObject(expected);
  });

  it('rejects with 4900 while the wallet is gone', async () => {
    const { wallet, request } = open();
    wallet.change({ here: false });
    await expect(request('eth_accounts')).rejects.toMatchObject({ code: 4900 });
    await expect(request('eth_blockNumber')).rejects.toMatchObject({ code: 4900 });
  });
});

describe('signing', () => {
  const { address } = harbour;

  it('signs a message, in hex or not, that viem verifies', async () => {
    const { page, request } = await openConnected();
    const message = 'Grüße from the pier';
    for (const given of [stringToHex(message), message]) {
      const signature = (await request('personal_sign', given, address.toLowerCase())) as Hex;
      expect(await verifyMessage({ address, message, signature })).toBe(true);
      expect(page.shown.at(-1)).toMatchObject({ title: 'Sign a message', text: message });
    }
  });

  it.each(['as JSON', 'as an object'])('signs typed data %s that viem verifies', async (form) => {
    const { page, request } = await openConnected();
    const types = { Mail: [{ name: 'to', type: 'address' }] };
    const typed = {
      types,
      domain: { name: 'Ferry', chainId: 31337 },
      primaryType: 'Mail',
      message: { to: address },
    } as const;
    const given = form === 'as JSON' ? JSON.stringify(typed) : typed;
    const signature = (await request('eth_signTypedData_v4', address, given)) as Hex;
    expect(await verifyTypedData({ address, signature, ...typed })).toBe(true);
    expect(page.shown.at(-1)?.text).toContain('Ferry');
  });

  it.each([
    ['personal_sign', ['0x00', pier.address], 4100],
    ['personal_sign', ['0x00', 'harbour'], -32602],
    ['eth_signTypedData_v4', [pier.address, '{}'], 4100],
    ['eth_signTypedData_v4', [address, { types: {} }], -32602],
    [
      'eth_signTypedData_v4',
      [address, { types: {}, domain: { chainId: 1 }, primaryType: 'Mail', message: {} }],
      -32602,
    ],
    ['eth_sendTransaction', [{ from: pier.address, to: address }], 4100],
    ['eth_sendTransaction', [{ from: address, to: pier.address, chainId: '0x1' }], -32602],
    ['eth_sendTransaction', [{ from: address, to: pier.address, value: '1.5 ETH' }], -32602],
    ['eth_sendTransaction', [], -32602],
    ['wallet_sendCalls', [{ version: '2.0.0', from: pier.address, calls: [{ to: address }] }], 4100],
    ['wallet_sendCalls', [{ version: '2.0.0', chainId: '0x1', calls: [{ to: address }] }], -32602],
    ['wallet_sendCalls', [{ version: '2.0.0', calls: [] }], -32602],
    ['wallet_sendCalls', [{ version: '3', calls: [{ to: address }] }], -32602],
    ['wallet_getCapabilities', [pier.address], 4100],
    ['wallet_getCallsStatus', ['0x1'], 5730],
    ['wallet_watchAsset', [], -32602],
  ])('rejects %s of %j with %i, and asks nobody', async (method, params, code) => {
    const { request, titles } = await openConnected();
    await expect(request(method, ...params)).rejects.toMatchObject({ code });
    expect(titles()).toEqual(['Connect to this site']);
  });

  it.each<[Change, EvmKey | undefined]>([
    ['zeros', undefined],
    ['anotherKey', undefined],
    ['anotherAccount', pier],
  ])('signs typed data otherwise by the fault %s', async (how, signer) => {
    const { request, setFault } = await openConnected();
    const types = { EIP712Domain: [], Mail: [{ name: 'to', type: 'address' }] };
    const typed = { types, domain: {}, primaryType: 'Mail', message: { to: address } } as const;
    setFault({ does: 'change', on: 'sign', how });
    for (const given of [typed, JSON.stringify(typed)]) {
      const signature = (await request('eth_signTypedData_v4', address, given)) as Hex;
      const isOf = (one: EvmKey) =>
        verifyTypedData({ address: one.address, signature, ...typed }).catch(() => false);
      expect(await Promise.all(evmKeys[0].map(isOf))).toEqual(evmKeys[0].map((one) => one === signer));
    }
  });

  it.each<[Change, EvmKey | undefined]>([
    ['zeros', undefined],
    ['anotherKey', undefined],
    ['anotherAccount', pier],
    ['prefixed', undefined],
  ])('signs otherwise by the fault %s', async (how, signer) => {
    const { request, setFault } = await openConnected();
    const message = 'Ahoy';
    const sound = await request('personal_sign', message, address);
    setFault({ does: 'change', on: 'sign', how });
    const signature = (await request('personal_sign', message, address)) as Hex;
    expect([signature.length, signature === sound]).toEqual([132, false]);
    const isOf = (one: EvmKey, text = message) =>
      verifyMessage({ address: one.address, message: text, signature }).catch(() => false);
    const signers = await Promise.all(evmKeys[0].map((one) => isOf(one)));
    expect(signers).toEqual(evmKeys[0].map((one) => one === signer));
    expect(await isOf(harbour, `Also: ${message}`)).toBe(how === 'prefixed');
  });
});

describe('sending', () => {
  const value = parseEther('1.5');
  const transfer = { from: harbour.address, to: pier.address, value: numberToHex(value) };
  const chain = () => createPublicClient({ transport: http(url()), cacheTime: 0, pollingInterval: 20 });
  const readBalances = () => Promise.all(evmKeys[0].map(({ address }) => chain().getBalance({ address })));
  let before: readonly bigint[];
  beforeEach(async () => {
    before = await readBalances();
  });
  /** What each account has gained, without what the sender has lost. */
  const readGains = async (hash: unknown) => {
    const receipt = await chain().waitForTransactionReceipt({ hash: hash as Hex });
    expect(receipt.status).toBe('success');
    const [, ...gains] = (await readBalances()).map((balance, at) => balance - (before[at] ?? 0n));
    return gains;
  };

  it('moves the amount and returns the hash of the transaction', async () => {
    const { page, request } = await openConnected();
    expect(await readGains(await request('eth_sendTransaction', transfer))).toEqual([value, 0n]);
    const facts = page.shown.at(-1)?.facts.map(({ label, value }) => [label, value]) ?? [];
    expect(Object.fromEntries(facts)).toMatchObject({ Amount: '1.5 COIN', To: pier.address });
  });

  it('sends nonce, gas and fees as they were asked', async () => {
    const { request } = await openConnected();
    const nonce = await chain().getTransactionCount({ address: harbour.address });
    const fees = { maxFeePerGas: '0xb2d05e00', maxPriorityFeePerGas: '0x3b9aca01' };
    const asked = { ...transfer, nonce: numberToHex(nonce), gas: '0x7530', chainId: '0x7a69', ...fees };
    const hash = (await request('eth_sendTransaction', asked)) as Hex;
    expect(await chain().getTransaction({ hash })).toMatchObject({
      ...{ nonce, gas: 30_000n, maxFeePerGas: 3_000_000_000n, maxPriorityFeePerGas: 1_000_000_001n },
    });
  });

  it('sends nothing if the person rejects', async () => {
    const { page, request } = await openConnected();
    page.decide = reject;
    await expect(request('eth_sendTransaction', transfer)).rejects.toMatchObject({ code: 4001 });
    expect(await readBalances()).toEqual(before);
  });

  it("rejects with the chain's own code and message", async () => {
    const { request } = await openConnected();
    const tooMuch = { ...transfer, value: numberToHex(parseEther('1000000')) };
    await expect(request('eth_sendTransaction', tooMuch)).rejects.toMatchObject({
      ...{
        name: 'WalletError',
        code: expect.any(Number),
        message: expect.stringMatching(/^insufficient funds/i),
      },
    });
  });

  it.each<[Fault, readonly [bigint, bigint]]>([
    [{ does: 'change', on: 'send', how: 'more' }, [value * 50n, 0n]],
    [{ does: 'change', on: 'send', how: 'elsewhere' }, [0n, value]],
    [{ does: 'repeat', on: 'send' }, [value * 2n, 0n]],
  ])('sends otherwise by %j', async (fault, gains) => {
    const { request, setFault } = await openConnected();
    setFault(fault);
    expect(await readGains(await request('eth_sendTransaction', transfer))).toEqual(gains);
  });
});

describe('several calls', () => {
  const call = (value: number, to: string = pier.address) => ({ to, value: numberToHex(value) });
  const asked = { version: '2.0.0', from: harbour.address, chainId: '0x7a69', calls: [call(1), call(2)] };

  it('are shown one by one, carried out in their order, and told of', async () => {
    const { page, request } = await openConnected();
    const { id } = (await request('wallet_sendCalls', asked)) as { id: string };
    expect(page.shown.at(-1)).toMatchObject({ title: 'Send 2 calls' });
    expect(page.shown.at(-1)?.facts.map(({ label }) => label)).toEqual([
      ...['Call', 'Amount', 'To', 'Call', 'Amount', 'To', 'From', 'Network'],
    ]);
    await vi.waitFor(async () =>
      expect(await request('wallet_getCallsStatus', id)).toMatchObject({
        ...{ version: '2.0.0', id, chainId: '0x7a69', status: 200, atomic: false },
        receipts: [{ status: '0x1' }, { status: '0x1' }],
      }),
    );
  });

  it('of version 1.0 are answered by the id alone', async () => {
    const { request } = await openConnected();
    const id = await request('wallet_sendCalls', { ...asked, version: '1.0' });
    expect(id).toMatch(/^0x[\da-f]{32}$/);
    // Its calls are carried out after the answer: the next test counts transactions.
    await vi.waitFor(async () =>
      expect(await request('wallet_getCallsStatus', id)).toMatchObject({ status: 200 }),
    );
  });

  it('are not carried out if the person rejects', async () => {
    const { page, request } = await openConnected();
    const before = await request('eth_getTransactionCount', harbour.address, 'latest');
    page.decide = reject;
    await expect(request('wallet_sendCalls', asked)).rejects.toMatchObject({ code: 4001 });
    expect(await request('eth_getTransactionCount', harbour.address, 'latest')).toBe(before);
  });

  it('are not atomic', async () => {
    const { request } = await openConnected();
    const capabilities = { '0x7a69': { atomic: { status: 'unsupported' } } };
    expect(await request('wallet_getCapabilities', harbour.address)).toEqual(capabilities);
    expect(await request('wallet_showCallsStatus', '0x1')).toBeNull();
  });
});

it('asks before it adds a token', async () => {
  const { page, announced } = await openConnected();
  const options = { address: anchor.address, symbol: 'DAI', decimals: 18 };
  const params = { type: 'ERC20', options } as never;
  const ask = () => announced.at(-1)?.provider.request({ method: 'wallet_watchAsset', params });
  expect(await ask()).toBe(true);
  expect(page.shown.at(-1)).toMatchObject({
    title: 'Add a token',
    facts: [{ value: anchor.address }, { value: 'ERC20' }, { value: 'DAI' }],
  });
  page.decide = reject;
  await expect(ask()).rejects.toMatchObject({ code: 4001 });
});
