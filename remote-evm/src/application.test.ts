import {
  type AccountId,
  type Accounts,
  type Answer,
  codeOf,
  type Intent,
  type Port,
  parseReading,
  type Reading,
} from '@linkspan/contract';
import { readBy, toAsked } from '@linkspan/kit/readers';
import {
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  hashMessage,
  keccak256,
  numberToHex,
  parseAbi,
  stringToHex,
  verifyHash,
} from 'viem';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Caller } from './application/asked.ts';
import { readers } from './application.ts';
import { startTestChain, type TestChain } from './testing/chains.ts';
import { openConnector, openWindow, toNetworks } from './testing/page.ts';
import { createWallet } from './testing/wallet.ts';

let node: TestChain;
beforeAll(async () => {
  node = await startTestChain();
});
afterAll(() => node.stop());
beforeEach(() => {
  openWindow();
});

const first = 'eip155:31337';
const second = 'eip155:31338';

/** A page on a chain that answers, with a wallet that is on it, and a call of its application. */
async function open({ isConnected = true } = {}) {
  const wallet = createWallet({ granted: true, chains: { 31337: node.url, 31338: node.url } });
  const connector = openConnector(toNetworks(node.url));
  if (isConnected) await connector.adopt(wallet);
  const read = async (method: string, params?: unknown, network: typeof first = first): Promise<Reading> => {
    const reading = await connector.read({ kind: 'call', method, params, network });
    // As the host does.
    parseReading(reading, 'reading');
    return reading;
  };
  const [own, other] = wallet.accounts.map(({ address }) => address) as [Hex, Hex];
  const account: AccountId<'eip155'> = `${first}:${own}`;
  const notes: (string | undefined)[] = [];
  const noted = (note: string | undefined) => void notes.push(note);
  const toEnd = (reading: Reading) => connector.answerToEnd(reading, { noted });
  const answer = async (reading: Reading) => {
    return reading.asks === 'person' ? reading.answer({ noted }) : (await reading.answer()).value;
  };
  const isAsked = (method: string) => wallet.asked.includes(method);
  return {
    ...connector,
    ask: connector.read,
    wallet,
    read,
    answer,
    toEnd,
    notes,
    own,
    other,
    account,
    isAsked,
  };
}

/** A call at a node that answers with this error. */
async function callAt(error: object): Promise<unknown> {
  vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
    const { id, method } = JSON.parse(String(body));
    return Response.json({
      jsonrpc: '2.0',
      id,
      ...(method === 'eth_chainId' ? { result: '0x7a69' } : { error }),
    });
  });
  const { readCall: read } = openConnector();
  const reading = await read({ method: 'eth_call', params: [{}], network: first });
  const answer = reading.answer as () => Promise<unknown>;
  return answer().finally(() => vi.unstubAllGlobals());
}

/** Reads a call with a wallet of which there is no more than this. */
function readWith(own: Partial<Caller>, accounts: Accounts<'eip155'>, method: string, params: unknown) {
  const port = { networks: toNetworks(node.url), signal: new AbortController().signal };
  const caller = { isSafe: false, grants: () => true, ...own } as Caller;
  const connected = { wallet: 'Harbour', accounts, capabilities: [], caller, assertShown: () => undefined };
  const call = { kind: 'call', method, params, network: first } as const;
  return readBy(readers, toAsked(call, port as unknown as Port<'eip155'>, connected));
}

function intentOf(reading: Reading): Intent {
  if (reading.asks !== 'person') throw new Error('It asks no person.');
  return reading.intent;
}

const typedOn = (chainId: number | undefined) => ({
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      ...(chainId ? [{ name: 'chainId', type: 'uint256' }] : []),
    ],
    Mail: [{ name: 'to', type: 'string' }],
  },
  primaryType: 'Mail',
  domain: { name: 'Ferry', ...(chainId && { chainId }) },
  message: { to: 'Bob' },
});

const ownParam = 'OWN';
const somebody = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const fill = (params: unknown, own: string): unknown =>
  params === undefined ? undefined : JSON.parse(JSON.stringify(params).replaceAll(ownParam, own));
const calls = {
  version: '2.0.0',
  chainId: '0x7a69',
  atomicRequired: true,
  calls: [{ to: somebody, value: '0x1' }],
};
const asset = { type: 'ERC20', options: { address: somebody, symbol: 'DAI', decimals: 18 } };

describe('a method that is not passed on', () => {
  it.each([
    'eth_sign',
    'eth_signTransaction',
    'eth_signTypedData',
    'eth_signTypedData_v1',
    'eth_signTypedData_v3',
    'eth_sendRawTransaction',
    'eth_decrypt',
    'eth_getEncryptionPublicKey',
    'eth_subscribe',
    'eth_newFilter',
    'eth_newBlockFilter',
    'eth_newPendingTransactionFilter',
    'eth_getFilterChanges',
    'eth_getFilterLogs',
    'eth_uninstallFilter',
    'wallet_requestPermissions',
    'wallet_getPermissions',
    'wallet_revokePermissions',
    'wallet_grantPermissions',
    'wallet_registerOnboarding',
    'wallet_requestSnaps',
    'wallet_invokeSnap',
    'personal_ecRecover',
    'personal_importRawKey',
    'debug_traceCall',
    'anvil_setBalance',
    'toString',
    '__proto__',
    '',
  ])('is refused without asking anybody: %s', async (method) => {
    const { read, wallet } = await open();
    const before = wallet.asked.length;
    await expect(read(method, [])).rejects.toMatchObject({
      code: 'wallet/unsupported',
      context: { wallet: 'Harbour', method },
    });
    expect(wallet.asked.length).toBe(before);
  });
});

const transaction = (change: object) =>
  ['eth_sendTransaction', [{ from: ownParam, to: somebody, ...change }]] as const;
const sendCalls = (change: object) => ['wallet_sendCalls', [{ ...calls, ...change }]] as const;
const watch = (change: object) =>
  ['wallet_watchAsset', { ...asset, options: { ...asset.options, ...change } }] as const;

describe('a malformed request is refused at its place, before anybody is asked', () => {
  it.each<readonly [string, unknown, string]>([
    ['personal_sign', undefined, 'params[0]'],
    ['personal_sign', {}, 'params'],
    ['personal_sign', 'text', 'params'],
    ['personal_sign', ['0x00'], 'params[1]'],
    ['personal_sign', ['', ownParam], 'params[0]'],
    ['personal_sign', ['0x', ownParam], 'params[0]'],
    ['personal_sign', [1, ownParam], 'params[0]'],
    ['personal_sign', ['0x00', 'harbour'], 'params[1]'],
    ['personal_sign', ['0x00', ownParam, '', ''], 'params'],
    ['eth_signTypedData_v4', [ownParam], 'params[1].types'],
    ['eth_signTypedData_v4', [{}, ownParam], 'params[0]'],
    ['eth_signTypedData_v4', [ownParam, '{'], 'params[1].types'],
    ['eth_signTypedData_v4', [ownParam, { ...typedOn(31337), message: {} }], 'params[1].message.to'],
    ['eth_sendTransaction', [], 'params[0]'],
    ['eth_sendTransaction', ['0x'], 'params[0]'],
    ['eth_sendTransaction', [{}, {}], 'params'],
    [...transaction({ to: null }), 'params[0].to'],
    [...transaction({ to: '0x1' }), 'params[0].to'],
    [...transaction({ to: somebody.replace('dc79C8', 'dC79C8') }), 'params[0].to'],
    [...transaction({ from: 'me' }), 'params[0].from'],
    [...transaction({ value: 1 }), 'params[0].value'],
    [...transaction({ value: '1' }), 'params[0].value'],
    [...transaction({ value: '0x' }), 'params[0].value'],
    [...transaction({ value: `0x1${'0'.repeat(64)}` }), 'params[0].value'],
    [...transaction({ data: '0x1' }), 'params[0].data'],
    [...transaction({ data: '0x12', input: '0x13' }), 'params[0].input'],
    [...transaction({ gas: -1 }), 'params[0].gas'],
    [...transaction({ gasPrice: 'fast' }), 'params[0].gasPrice'],
    [...transaction({ maxFeePerGas: '1.5' }), 'params[0].maxFeePerGas'],
    [...transaction({ maxPriorityFeePerGas: [] }), 'params[0].maxPriorityFeePerGas'],
    [...transaction({ nonce: 'next' }), 'params[0].nonce'],
    [...transaction({ type: 'legacy' }), 'params[0].type'],
    [...transaction({ chainId: 31337 }), 'params[0].chainId'],
    [...transaction({ chainId: '0x0' }), 'params[0].chainId'],
    [...transaction({ accessList: {} }), 'params[0].accessList'],
    [
      ...transaction({ accessList: [{ address: somebody, storageKeys: ['0x1'] }] }),
      'params[0].accessList[0].storageKeys[0]',
    ],
    ['wallet_sendCalls', [], 'params[0]'],
    [...sendCalls({ version: '3' }), 'params[0].version'],
    [...sendCalls({ version: undefined }), 'params[0].version'],
    [...sendCalls({ chainId: undefined }), 'params[0].chainId'],
    [...sendCalls({ atomicRequired: 'yes' }), 'params[0].atomicRequired'],
    [...sendCalls({ id: '' }), 'params[0].id'],
    [...sendCalls({ from: 1 }), 'params[0].from'],
    [...sendCalls({ calls: [] }), 'params[0].calls'],
    [...sendCalls({ calls: undefined }), 'params[0].calls'],
    [...sendCalls({ calls: Array(51).fill({ to: somebody }) }), 'params[0].calls'],
    [...sendCalls({ calls: [{ to: somebody }, { value: '0x1' }] }), 'params[0].calls[1].to'],
    [...sendCalls({ calls: [{ to: somebody, data: 'x' }] }), 'params[0].calls[0].data'],
    [...sendCalls({ capabilities: [] }), 'params[0].capabilities'],
    [
      ...sendCalls({ calls: Array(2).fill({ to: somebody, value: `0x${'f'.repeat(64)}` }) }),
      'params[0].calls',
    ],
    ['wallet_watchAsset', undefined, 'params[0].type'],
    ['wallet_watchAsset', { ...asset, type: 'ERC777' }, 'params.type'],
    ['wallet_watchAsset', { type: 'ERC20' }, 'params.options'],
    [...watch({ address: undefined }), 'params.options.address'],
    [...watch({ address: 'DAI' }), 'params.options.address'],
    [...watch({ decimals: 256 }), 'params.options.decimals'],
    [...watch({ symbol: 7 }), 'params.options.symbol'],
    [...watch({ image: 'javascript:alert(1)' }), 'params.options.image'],
    [...watch({ tokenId: -1 }), 'params.options.tokenId'],
    ['wallet_switchEthereumChain', [], 'params[0]'],
    ['wallet_switchEthereumChain', [{}], 'params[0].chainId'],
    ['wallet_switchEthereumChain', [{ chainId: 31338 }], 'params[0].chainId'],
    ['wallet_addEthereumChain', [{ chainId: 'x' }], 'params[0].chainId'],
    ['wallet_getCapabilities', [], 'params[0]'],
    ['wallet_getCapabilities', [ownParam, ['x']], 'params[1][0]'],
    ['wallet_getCallsStatus', [], 'params[0]'],
    ['wallet_getCallsStatus', [''], 'params[0]'],
    ['wallet_showCallsStatus', [7], 'params[0]'],
    ['eth_call', {}, 'params'],
    ['eth_call', 'x', 'params'],
  ])('%s %j', async (method, params, place) => {
    for (const isConnected of [true, false]) {
      const { read, wallet, own } = await open({ isConnected });
      const before = wallet.asked.length;
      const refused = { code: 'input/call', context: { method, place } };
      await expect(read(method, fill(params, own))).rejects.toMatchObject(refused);
      expect(wallet.asked.length).toBe(before);
    }
  });
});

describe('without a wallet', () => {
  it.each<[string, unknown]>([
    ['eth_requestAccounts', []],
    ['personal_sign', ['0x00', somebody]],
    ['eth_signTypedData_v4', [somebody, typedOn(31337)]],
    ['eth_sendTransaction', [{ from: somebody, to: somebody }]],
    ['wallet_sendCalls', [calls]],
    ['wallet_watchAsset', asset],
    ['wallet_getCapabilities', [somebody]],
    ['wallet_getCallsStatus', ['0x1']],
  ])('%s is refused', async (method, params) => {
    const { read } = await open({ isConnected: false });
    await expect(read(method, params)).rejects.toMatchObject({ code: 'wallet/not-connected' });
  });

  it.each<[string, unknown, unknown]>([
    ['eth_accounts', undefined, []],
    ['eth_chainId', [], '0x7a6a'],
    ['net_version', [], '31338'],
  ])('%s is answered', async (method, params, expected) => {
    const { read, answer } = await open({ isConnected: false });
    expect(await answer(await read(method, params, second as typeof first))).toEqual(expected);
  });

  it('a node answers reads', async () => {
    const { read, answer } = await open({ isConnected: false });
    expect(await answer(await read('eth_getBalance', [somebody, 'latest']))).toMatch(/^0x/);
  });
});

describe('what no person is asked', () => {
  it('shows the accounts, the one in use first', async () => {
    const { read, answer, own, other } = await open();
    for (const method of ['eth_accounts', 'eth_requestAccounts'])
      expect(await answer(await read(method))).toEqual([own, other]);
  });

  it.each<[string, unknown[]]>([
    ['eth_blockNumber', []],
    ['eth_gasPrice', []],
    ['eth_maxPriorityFeePerGas', []],
    ['eth_feeHistory', ['0x1', 'latest', []]],
    ['eth_call', [{ to: somebody }, 'latest']],
    ['eth_estimateGas', [{ to: somebody }]],
    ['eth_createAccessList', [{ to: somebody }, 'latest']],
    ['eth_getBlockByNumber', ['latest', false]],
    ['eth_getBlockTransactionCountByNumber', ['latest']],
    ['eth_getBlockReceipts', ['latest']],
    ['eth_getCode', [somebody, 'latest']],
    ['eth_getLogs', [{}]],
    ['eth_getProof', [somebody, [], 'latest']],
    ['eth_getStorageAt', [somebody, '0x0', 'latest']],
    ['eth_getTransactionCount', [somebody, 'latest']],
    ['eth_syncing', []],
    ['web3_clientVersion', []],
  ])('%s is answered by a node of the page', async (method, params) => {
    const { read, answer, wallet } = await open();
    const before = wallet.asked.length;
    const reading = await read(method, params);
    expect(reading.asks).toBe('nobody');
    expect(await answer(reading)).toBeDefined();
    expect(wallet.asked.length).toBe(before);
  });

  it.each(['eth_getTransactionReceipt', 'eth_getTransactionByHash'])(
    '%s is null while one node lacks the transaction and the other is down, in either order',
    async (method) => {
      const down = 'http://127.0.0.1:1/';
      for (const rpc of [[node.url, down] as const, [down, node.url] as const]) {
        const [network] = toNetworks(node.url);
        const { readCall: read } = openConnector([{ ...network, rpc }]);
        const reading = await read({ method, params: [`0x${'ab'.repeat(32)}`], network: first });
        expect(await (reading.answer as () => Promise<unknown>)()).toBeNull();
      }
    },
  );

  it('carries the error of a node with its data', async () => {
    const { read, answer } = await open();
    const reading = await read('eth_call', [{ data: '0x60aa60005260206000fd' }, 'latest']);
    await expect(answer(reading)).rejects.toMatchObject({
      code: 'network/refused',
      cause: { code: 3, data: numberToHex(0xaa, { size: 32 }) },
    });
  });

  const data = '0x08c379a0';
  it.each<[string, { code: number; message: string; data?: unknown }, object]>([
    ['Geth', { code: 3, message: 'execution reverted', data }, { message: 'execution reverted', data }],
    [
      'Nethermind',
      { code: -32015, message: 'VM execution error.', data: `Reverted ${data}` },
      { message: 'execution reverted: VM execution error.', data },
    ],
    [
      'Hardhat',
      { code: -32603, message: 'reverted with reason', data: { data, message: '' } },
      { message: 'reverted with reason', data },
    ],
    [
      'a node without data',
      { code: -32000, message: 'execution reverted' },
      { message: 'execution reverted', data: '0x' },
    ],
    [
      'a node that says words',
      { code: 3, message: 'execution reverted', data: 'Reverted' },
      { message: 'execution reverted', data: '0x' },
    ],
  ])('carries a revert in one form, of %s', async (_, error, known) => {
    await expect(callAt(error)).rejects.toMatchObject({
      ...{ code: 'network/refused', cause: { code: 3, ...known } },
    });
  });

  it('carries what is no revert as the node says it', async () => {
    for (const code of [-32000, -32015, 3]) {
      const error = { code, message: 'insufficient funds for gas * price + value', data: 'x' };
      await expect(callAt(error)).rejects.toMatchObject({ code: 'network/refused', cause: error });
    }
  });

  it.each<[string, unknown[], unknown[]]>([
    ['wallet_getCapabilities', [ownParam, ['0x07a69']], [ownParam, ['0x7a69']]],
    ['wallet_getCapabilities', [ownParam], [ownParam]],
    ['wallet_getCallsStatus', ['0x1'], ['0x1']],
    ['wallet_showCallsStatus', ['0x1'], ['0x1']],
  ])('%s %j is passed on to the wallet', async (method, params, passed) => {
    const { read, answer, wallet, own } = await open();
    wallet.switches.answers = { [method]: 'answer' };
    const reading = await read(method, fill(params, own));
    expect(reading.asks).toBe('nobody');
    expect(await answer(reading)).toBe('answer');
    expect(wallet.params.get(method)).toEqual(fill(passed, own));
  });

  it('is a wallet’s answer in time, or an error', async () => {
    const { read, answer, wallet } = await open();
    const reading = await read('wallet_getCallsStatus', ['0x1']);
    await expect(answer(reading)).rejects.toMatchObject({
      code: 'wallet/unsupported',
      context: { wallet: 'Harbour', method: 'wallet_getCallsStatus' },
    });
    wallet.switches.hangs = ['wallet_getCallsStatus'];
    vi.useFakeTimers();
    const late = expect(answer(reading)).rejects.toMatchObject({ code: 'wallet/timeout' });
    await vi.advanceTimersByTimeAsync(6_000);
    vi.useRealTimers();
    await late;
  });

  it.each(['wallet_switchEthereumChain', 'wallet_addEthereumChain'])(
    '%s names a network of the page',
    async (method) => {
      const { read, answer } = await open();
      const reading = await read(method, [{ chainId: '0x7A6A', chainName: 'x' }]);
      expect(reading).toMatchObject({ asks: 'network', network: second });
      expect(await answer(reading)).toBeNull();
      await expect(read(method, [{ chainId: '0x1' }])).rejects.toMatchObject({
        code: 'wallet/network-unsupported',
        context: { wallet: 'Harbour', network: 'eip155:1' },
      });
    },
  );
});

describe('a sign-in by personal_sign', () => {
  const toText = (site: string) =>
    `${site} wants you to sign in with your Ethereum account:\n${somebody}\n\nURI: https://app.example\nVersion: 1`;
  const warned = async (text: string) => {
    const { read, own } = await open();
    const { lines } = intentOf(await read('personal_sign', [stringToHex(text), own]));
    return lines.flatMap(({ is, value, warning }) => (warning ? [{ is, value, warning }] : []));
  };

  it.each([
    'evil.example',
    'app.example.evil.example',
    'app.example:8443',
    'http://app.example',
    'app.example@evil.example',
    'evil.example\\\\@app.example',
    'app.example/evil',
    'аpp.example',
    '[::1',
  ])('to another site says so: %s', async (site) => {
    const value = site.replace(/^http:\/\//, '');
    expect(await warned(toText(site))).toEqual([{ is: 'domain', value, warning: 'other-site' }]);
    expect(await warned(`\n ${toText(site)}`)).toHaveLength(1);
  });

  it.each(['app.example', 'https://app.example', 'APP.example', 'app.example:443'])(
    'to this page’s has no warning: %s',
    async (site) => {
      expect(await warned(toText(site))).toEqual([]);
    },
  );

  it('is no other text', async () => {
    expect(await warned('evil.example wants you to sign')).toEqual([]);
  });
});

describe('another account or network is refused without asking anybody', () => {
  it.each<[string, unknown]>([
    ['personal_sign', ['0x00', somebody]],
    ['eth_signTypedData_v4', [somebody, typedOn(31337)]],
    ['eth_sendTransaction', [{ from: somebody, to: somebody }]],
    ['wallet_sendCalls', [{ ...calls, from: somebody }]],
    ['wallet_getCapabilities', [somebody]],
  ])('%s for another account', async (method, params) => {
    const { read, other, wallet } = await open();
    const asked = wallet.asked.length;
    // The second account of the wallet, which is not in use.
    const given = JSON.parse(JSON.stringify(params).replaceAll(somebody, other));
    await expect(read(method, given)).rejects.toMatchObject({
      code: 'wallet/account-changed',
      context: { account: `${first}:${other}` },
    });
    expect(wallet.asked.length).toBe(asked);
  });

  it.each<[string, (chainId: number) => unknown]>([
    ['eth_signTypedData_v4', (chainId) => [ownParam, typedOn(chainId)]],
    ['eth_sendTransaction', (chainId) => [{ from: ownParam, to: somebody, chainId: numberToHex(chainId) }]],
    ['wallet_sendCalls', (chainId) => [{ ...calls, chainId: numberToHex(chainId) }]],
    [
      'wallet_sendCalls',
      (chainId) => [{ ...calls, calls: [{ to: somebody, chainId: numberToHex(chainId) }] }],
    ],
  ])('%s for another network', async (method, toParams) => {
    const { read, own } = await open();
    const refusals = await Promise.all(
      [1, 31338].map((chainId) =>
        read(method, fill(toParams(chainId), own)).catch((error: unknown) => codeOf(error)),
      ),
    );
    expect(refusals).toEqual(['wallet/network-unsupported', 'wallet/network-changed']);
  });

  it.each<[string, unknown]>([
    ['eth_sendTransaction', [{ to: somebody }]],
    ['wallet_sendCalls', [{ version: '1.0', calls: calls.calls }]],
    ['wallet_watchAsset', asset],
  ])('%s without a chain is for the network of the application', async (method, params) => {
    const { read } = await open();
    await expect(read(method, params, second as typeof first)).rejects.toMatchObject({
      code: 'wallet/network-changed',
    });
    await expect(read(method, params)).resolves.toMatchObject({ asks: 'person' });
  });

  it.each<[string, unknown, number | undefined]>([
    ['personal_sign', ['0x00', ownParam], undefined],
    ['eth_signTypedData_v4', [ownParam, typedOn(undefined)], undefined],
    ['eth_signTypedData_v4', [ownParam, typedOn(31337)], 31337],
    ['eth_sendTransaction', [{ to: somebody }], 31337],
    ['wallet_sendCalls', [calls], 31337],
    ['wallet_watchAsset', asset, 31337],
  ])('%s %j has the wallet looked at again for its account and chain', async (method, params, chainId) => {
    const { accounts, own } = await open();
    const asked: unknown[] = [];
    const ask: Caller['ask'] = async (_, where) => void asked.push(where);
    const reading = await readWith({ ask }, accounts() as Accounts<'eip155'>, method, fill(params, own));
    const options = { noted: () => undefined };
    await (reading.asks === 'person' ? reading.answer(options) : undefined)?.catch(() => undefined);
    expect(asked).toEqual([{ account: own, ...(chainId && { chainId }) }]);
  });

  it('and so is a wallet that has changed since the request was read', async () => {
    const { read, answer, wallet, own, notes, isAsked } = await open();
    wallet.switches.isMute = true;
    const reading = await read('eth_sendTransaction', [{ from: own, to: somebody }]);
    wallet.selectChain(31338);
    await expect(answer(reading)).rejects.toMatchObject({ code: 'wallet/network-changed' });
    expect([isAsked('eth_sendTransaction'), notes]).toEqual([false, []]);
  });
});

describe('a message', () => {
  it.each<[string, string, Hex, readonly object[]]>([
    ['of one line', 'Ahoy ⚓', stringToHex('Ahoy ⚓'), [{ is: 'text', value: 'Ahoy ⚓' }]],
    ['in hexadecimal digits', stringToHex('Ahoy'), stringToHex('Ahoy'), [{ is: 'text', value: 'Ahoy' }]],
    [
      'of several lines',
      'One\n\nTwo',
      stringToHex('One\n\nTwo'),
      [
        { is: 'text', value: 'One' },
        { is: 'text', value: 'Two' },
      ],
    ],
    ['of bytes that are no text', '0xff00', '0xff00', [{ is: 'data', value: '0xff00' }]],
    ['with controls', 'a\u0007b', stringToHex('a\u0007b'), [{ is: 'data', value: stringToHex('a\u0007b') }]],
    ['of half a byte', '0xabc', stringToHex('0xabc'), [{ is: 'text', value: '0xabc' }]],
  ])('%s is shown, and signed by its bytes', async (_, given, raw, lines) => {
    const { read, answer, wallet, own, account, notes } = await open();
    const reading = await read('personal_sign', [given, own.toLowerCase()]);
    expect(intentOf(reading)).toEqual({
      account,
      method: 'personal_sign',
      asksFor: 'signature',
      lines,
    });
    const { value, ...rest } = (await answer(reading)) as { value: Hex };
    expect(await verifyHash({ address: own, hash: hashMessage({ raw }), signature: value } as never)).toBe(
      true,
    );
    expect([rest, notes]).toEqual([{}, []]);
    expect(wallet.params.get('personal_sign')).toEqual([raw, own]);
  });

  it.each<[string, string, number]>([
    ['a long line', 'x'.repeat(2_001), 1],
    ['many lines', 'x\n'.repeat(81), 80],
    ['letters that do not show', 'pay\u202Eyap', 1],
  ])('of %s is shown in part', async (_, text, shown) => {
    const { read, own } = await open();
    const { lines } = intentOf(await read('personal_sign', [text, own]));
    expect(lines.map(({ is }) => is)).toEqual([...Array(shown).fill('text'), 'more']);
    expect(lines.every(({ value }) => value.length <= 2_000)).toBe(true);
  });
});

describe('typed data', () => {
  it.each([31337, undefined])('is shown with its network, and signed (%s)', async (chainId) => {
    const { read, answer, own, account, wallet } = await open();
    const reading = await read('eth_signTypedData_v4', [own, typedOn(chainId)]);
    expect(intentOf(reading)).toEqual({
      ...{ account, method: 'eth_signTypedData_v4', asksFor: 'signature' },
      lines: [
        ...(chainId ? [{ is: 'network', value: 'First chain' }] : []),
        { is: 'domain', value: 'Ferry' },
        { is: 'type', value: 'Mail' },
        { is: 'field', name: 'to', value: 'Bob' },
      ],
    });
    expect(await answer(reading)).toEqual({ value: expect.stringMatching(/^0x[\da-f]{130}$/) });
    expect(wallet.params.get('eth_signTypedData_v4')).toEqual([own, JSON.stringify(typedOn(chainId))]);
  });
});

describe('an answer to a request for a signature', () => {
  const requests = [
    ['personal_sign', ['Ahoy', ownParam]],
    ['eth_signTypedData_v4', [ownParam, typedOn(31337)]],
  ] as const;

  it.each(requests)('of another text or account is refused: %s', async (method, params) => {
    const { read, answer, wallet, own } = await open();
    const reading = await read(method, fill(params, own));
    const hash = hashMessage('Avast');
    for (const [signer, code] of [
      [wallet.accounts[0], 'wallet/wrong-signature'],
      [wallet.accounts[2], 'wallet/wrong-signature'],
    ] as const) {
      wallet.switches.answers = { [method]: await signer?.sign({ hash }) };
      await expect(answer(reading)).rejects.toMatchObject({ code });
    }
  });

  it.each(requests)('in another form is refused: %s', async (method, params) => {
    const { read, answer, wallet, own } = await open();
    const reading = await read(method, fill(params, own));
    for (const odd of ['0x', 7, null, {}]) {
      wallet.switches.answers = { [method]: odd };
      await expect(answer(reading)).rejects.toMatchObject({
        code: 'wallet/malformed',
        context: { place: 'signature' },
      });
    }
  });

  it.each(requests)('is the wallet’s error by its code: %s', async (method, params) => {
    const { read, answer, wallet, own } = await open();
    const reading = await read(method, fill(params, own));
    wallet.switches.answer = 'reject';
    await expect(answer(reading)).rejects.toMatchObject({ code: 'wallet/rejected' });
    wallet.switches.errors = { [method]: { code: 4200, message: 'no' } };
    await expect(answer(reading)).rejects.toMatchObject({ code: 'wallet/unsupported', context: { method } });
  });
});

describe('a token to watch', () => {
  it.each([asset, [asset]])('is shown, and the wallet is asked (%#)', async (params) => {
    const { read, answer, wallet, account } = await open();
    wallet.switches.answers = { wallet_watchAsset: true };
    const reading = await read('wallet_watchAsset', params);
    expect(intentOf(reading)).toEqual({
      ...{ account, method: 'wallet_watchAsset', asksFor: 'approval' },
      lines: [
        { is: 'token', value: somebody },
        { is: 'type', value: 'ERC20' },
        { is: 'field', name: 'symbol', value: 'DAI' },
        { is: 'field', name: 'decimals', value: '18' },
        { is: 'network', value: 'First chain' },
      ],
    });
    expect(await answer(reading)).toEqual({ value: true });
    expect(wallet.params.get('wallet_watchAsset')).toEqual(asset);
  });

  it('of the page is asked for in the same way, and one that the wallet does not take is rejected', async () => {
    const { read: _, ...connector } = await open();
    const token = { asset: `${first}/erc20:${somebody}`, symbol: 'DAI', decimals: 18 } as const;
    const { account, answer, wallet } = connector;
    const ask = () => connector.ask({ kind: 'token', account, ...token });
    wallet.switches.answers = { wallet_watchAsset: true };
    const reading = await ask();
    expect(intentOf(reading)).toMatchObject({ method: 'token', asksFor: 'approval' });
    expect(await answer(reading)).toEqual({ value: true });
    expect(wallet.params.get('wallet_watchAsset')).toEqual(asset);
    wallet.switches.answers = { wallet_watchAsset: false };
    await expect(answer(await ask())).rejects.toMatchObject({ code: 'wallet/rejected' });
  });

  it('is shown with its picture', async () => {
    const { read } = await open();
    const [method, params] = watch({ image: 'https://pictures.example/dai.png' });
    expect(intentOf(await read(method, params)).lines).toContainEqual({
      ...{ is: 'field', name: 'image', value: 'https://pictures.example/dai.png' },
    });
  });
});

describe('what a node tells about a request', () => {
  const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
  const toApprove = (value: bigint) =>
    encodeFunctionData({
      abi: parseAbi(['function approve(address spender, uint256 value)']),
      args: [somebody, value],
    });
  const approve = toApprove(6n);
  const toWord = (value: bigint) => numberToHex(value, { size: 32 });
  const [decimalsOf, symbolOf] = ['0x313ce567', '0x95d89b41'];
  const ofFee = ['eth_estimateGas', 'eth_gasPrice'];

  type Answer = (method: string, params: readonly { readonly data?: string }[]) => unknown;
  /** A token with decimals, of which the account has five, on a network of 3 gwei and four transactions. */
  const usual: Answer = (method, [call]) => {
    if (method === 'eth_call') return toWord(call?.data === decimalsOf ? 18n : 5n);
    return { eth_gasPrice: numberToHex(3_000_000_000), eth_getTransactionCount: '0x4' }[method];
  };

  /** The lines of a request, and what the node was asked. Without an answer, the node says an error. */
  async function show(method: string, params: unknown, answer: Answer = usual) {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (_: string, { body }: RequestInit) => {
      const { id, method: own, params: given } = JSON.parse(String(body));
      if (own === 'eth_chainId') return Response.json({ jsonrpc: '2.0', id, result: '0x7a69' });
      asked.push(own);
      const result = await answer(own, given);
      const error = { code: 3, message: 'execution reverted' };
      return Response.json({ jsonrpc: '2.0', id, ...(result === undefined ? { error } : { result }) });
    });
    const reading = await readWith({}, [`${first}:${owner}`], method, params);
    parseReading(reading, 'reading');
    const lines = intentOf(reading).lines;
    return { reading, lines, asked, warnings: lines.flatMap(({ warning }) => warning ?? []) };
  }
  const send = (change: object, answer?: Answer) =>
    show('eth_sendTransaction', [{ to: somebody, ...change }], answer);

  afterEach(() => void vi.unstubAllGlobals());
  beforeEach(() => void openWindow());

  it.each<[string, Answer, string[]]>([
    ['a token that the account has five of', usual, ['above-balance']],
    [
      'a contract without decimals, such as of an NFT',
      (method, [call]) => (call?.data === decimalsOf ? undefined : usual(method, [call ?? {}])),
      [],
    ],
    ['a contract of which nothing is known', () => '0x', []],
    ['an answer in another form', () => ({}), []],
    ['a node that knows nothing', () => undefined, []],
  ])('an allowance is compared with it: %s', async (_, answer, warnings) => {
    const typed = {
      types: {
        EIP712Domain: [{ name: 'verifyingContract', type: 'address' }],
        Permit: [
          { name: 'spender', type: 'address' },
          { name: 'value', type: 'uint256' },
        ],
      },
      primaryType: 'Permit',
      domain: { verifyingContract: somebody },
      message: { spender: somebody, value: '6' },
    };
    for (const [method, params] of [
      ['eth_sendTransaction', [{ to: somebody, data: approve }]],
      ['wallet_sendCalls', [{ ...calls, calls: [{ to: somebody, data: approve }] }]],
      ['eth_signTypedData_v4', [owner, typed]],
    ] as const) {
      const { warnings: found, asked } = await show(method, params, answer);
      const compared = asked.filter((one) => !ofFee.includes(one));
      expect([method, found, compared]).toEqual([method, warnings, ['eth_call', 'eth_call', 'eth_call']]);
    }
  });

  const toSymbol = (text: string) => encodeAbiParameters([{ type: 'string' }], [text]);

  it.each<[string, unknown, bigint | undefined, string]>([
    ['its own', toSymbol('USDC'), 6n, '5.5 USDC (5500000)'],
    ['one that begins with a digit', toSymbol('1INCH'), 6n, '5.5 1INCH (5500000)'],
    ['no decimals at all, as NFTs', toSymbol('KITTY'), 0n, '5500000'],
    ['the name of the coin with a dot', toSymbol('E.TH'), 6n, '5500000'],
    ['no symbol', undefined, 6n, '5500000'],
    ['no decimals', toSymbol('USDC'), undefined, '5500000'],
    ['more decimals than any', toSymbol('USDC'), 78n, '5500000'],
    ['the name of the coin', toSymbol('eth'), 6n, '5500000'],
    ['signs that turn the text', toSymbol('USD\u202eC'), 6n, '5500000'],
    ['more words', toSymbol('USDC (safe)'), 6n, '5500000'],
    ['digits', toSymbol('100'), 6n, '5500000'],
    ['a name as bytes', stringToHex('MKR', { size: 32 }), 6n, '5500000'],
  ])('tokens are said in their unit, which the contract tells: %s', async (_, symbol, decimals, said) => {
    const telling: Answer = (method, [call]) => {
      if (call?.data === decimalsOf) return decimals && toWord(decimals);
      if (call?.data === symbolOf) return symbol;
      return method === 'eth_call' ? toWord(10n ** 10n) : undefined;
    };
    const isSaid = said.includes(' ');
    for (const name of ['transfer', 'approve']) {
      const abi = parseAbi([`function ${name}(address to, uint256 value)`]);
      const data = encodeFunctionData({ abi, args: [somebody, 5_500_000n] } as never);
      const { lines } = await send({ data }, telling);
      const is = isSaid && name === 'transfer' ? 'paid' : 'tokens';
      expect(lines.at(-1)).toEqual({ is, name: 'value', value: said });
    }
  });

  it('is waited for up to two seconds, and the request is read without it', async () => {
    vi.useFakeTimers();
    const hanging = () => new Promise(() => undefined);
    const change = { data: toApprove(10n ** 30n), gasPrice: '0x9184e72a000', nonce: '0x1' };
    const reading = send(change, hanging);
    await vi.advanceTimersByTimeAsync(2_000);
    vi.useRealTimers();
    expect((await reading).warnings).toEqual(['large', 'fee']);
  });

  it.each<[string, object, string[], string | undefined, Answer?]>([
    ['by its estimate', { data: '0x12345678' }, ofFee, String(50_000n * 3_000_000_000n)],
    ['by the request’s own price', { gasPrice: '0x2' }, ['eth_estimateGas', 'eth_gasPrice'], '100000'],
    ['by the request’s own limit and price', { gas: '0x5', gasPrice: '0x2' }, ['eth_gasPrice'], '10'],
    ['not, if it refuses', { data: '0x12345678' }, ofFee, undefined, () => undefined],
  ])('is the fee: %s', async (_, change, asked, fee, answer) => {
    const estimating: Answer = (method, given) =>
      method === 'eth_estimateGas' ? numberToHex(50_000) : usual(method, given);
    const shown = await send(change, answer ?? estimating);
    expect(shown.asked.sort()).toEqual(asked);
    expect(shown.reading).toMatchObject(fee === undefined ? {} : { quote: { fee } });
    expect('quote' in shown.reading).toBe(fee !== undefined);
  });

  it.each<[string, object, string | undefined, number?]>([
    ['the sum of their estimates', {}, String(2n * 50_000n * 3_000_000_000n)],
    ['not known, if one cannot be estimated', {}, undefined, 1],
    ['not said, if another may pay it', { capabilities: { paymasterService: {} } }, undefined],
  ])('the fee of several calls is %s', async (_, change, fee, most = 2) => {
    let estimated = 0;
    const answer: Answer = (method, given) => {
      if (method !== 'eth_estimateGas') return usual(method, given);
      return estimated++ < most ? numberToHex(50_000) : undefined;
    };
    const two = { ...calls, calls: [{ to: somebody }, { to: somebody, value: '0x1' }], ...change };
    const { reading } = await show('wallet_sendCalls', [two], answer);
    expect('quote' in reading ? reading.quote : undefined).toEqual(fee && { fee });
  });

  it('a transaction is shown with all that is passed on', async () => {
    const accessList = [{ address: somebody, storageKeys: [] }];
    const prices = { maxFeePerGas: '0x6fc23ac00', maxPriorityFeePerGas: '0x59682f00' };
    const { lines } = await send({ gas: '0x5208', ...prices, nonce: '0x4', type: '0x2', accessList });
    expect(lines.slice(2)).toEqual(
      [
        ['gas', '21000'],
        ['maxFeePerGas', '30 gwei'],
        ['maxPriorityFeePerGas', '1.5 gwei'],
        ['nonce', '4'],
        ['type', '2'],
        ['accessList', '1 addresses'],
      ].map(([name, value]) => ({ is: 'field', name, value })),
    );
  });

  it.each<[string, object, string[], Answer?]>([
    ['ten times the network’s', { gasPrice: numberToHex(30_000_000_000) }, []],
    ['more than that', { gasPrice: numberToHex(30_000_000_001) }, ['fee']],
    ['of one coin', { gasPrice: numberToHex(10n ** 18n) }, ['fee']],
    ['a high tip', { maxPriorityFeePerGas: numberToHex(10n ** 12n) }, ['fee']],
    ['a high limit', { maxFeePerGas: numberToHex(10n ** 12n) }, ['fee']],
    ['low on a network that is nearly free', { gasPrice: numberToHex(999_999_999) }, [], () => '0x1'],
    ['1,000 gwei, without a node', { gasPrice: numberToHex(10n ** 12n) }, [], () => undefined],
    ['10,000 gwei, without a node', { gasPrice: numberToHex(10n ** 13n) }, ['fee'], () => undefined],
  ])('a price is red if it is far above: %s', async (_, change, warnings, answer) => {
    expect((await send(change, answer)).warnings).toEqual(warnings);
  });

  it.each<[string, string[], Answer?]>([
    ['0x3', ['replaces']],
    ['0x4', []],
    ['0x3', [], () => undefined],
  ])('a number of a pending transaction is red: %s', async (nonce, warnings, answer) => {
    const { lines, warnings: found } = await send({ nonce }, answer);
    expect(found).toEqual(warnings);
    expect(lines.at(-1)).toMatchObject({ name: 'nonce', value: String(Number(nonce)) });
  });

  it('a new contract is said to be one, with its coins', async () => {
    const { lines } = await show('eth_sendTransaction', [{ data: '0x6001', value: '0x5' }]);
    expect(lines).toEqual([
      { is: 'creation', value: '' },
      { is: 'amount', value: '5' },
      { is: 'data', value: '0x6001', bytes: 2 },
    ]);
  });

  it('tokens of 50 calls are asked for side by side', async () => {
    const open = { count: 0, most: 0 };
    const slow: Answer = async (method, given) => {
      open.count += 1;
      open.most = Math.max(open.most, open.count);
      await Promise.resolve();
      open.count -= 1;
      return usual(method, given);
    };
    const toCall = (_: unknown, at: number) => ({ to: numberToHex(at + 1, { size: 20 }), data: approve });
    const many = { ...calls, calls: Array.from({ length: 50 }, toCall) };
    const { warnings, asked } = await show('wallet_sendCalls', [many], slow);
    const compared = warnings.filter((one) => one === 'above-balance');
    expect([compared.length, asked.length, open.most > 1]).toEqual([20, 60, true]);
  });
});

describe('a transaction', () => {
  const noted = (note: string | undefined) => JSON.parse(note ?? '{}');

  it('of coins is shown, noted before the wallet is asked, and lands as asked', async () => {
    const { read, toEnd, wallet, own, notes, account } = await open();
    const reading = await read('eth_sendTransaction', [{ to: somebody.toLowerCase(), value: '0x05' }]);
    const asked = { asksFor: 'transaction', moves: { to: somebody, amount: '5' } };
    expect(intentOf(reading)).toEqual({
      ...{ account, method: 'eth_sendTransaction', ...asked },
      lines: [
        { is: 'recipient', value: somebody },
        { is: 'amount', value: '5' },
      ],
    });
    const { value, sent, settled } = await toEnd(reading);
    expect(sent).toEqual({ transaction: value });
    expect(wallet.params.get('eth_sendTransaction')).toEqual([
      { from: own, to: somebody, value: '0x5', chainId: '0x7a69' },
    ]);
    expect(noted(notes[0])).toEqual({ block: expect.any(Number), count: expect.any(Number) });
    expect(settled).toMatchObject({
      transaction: value,
      state: 'landed',
      comparison: { result: 'as-asked' },
    });
  });

  it('with data is noted by its hash, and is as asked if the chain has the same', async () => {
    const { read, toEnd, notes } = await open();
    const data = encodeFunctionData({
      abi: parseAbi(['function approve(address spender, uint256 value)']),
      args: [somebody, 9n],
    });
    const reading = await read('eth_sendTransaction', [{ to: somebody, data }]);
    const { value, settled } = await toEnd(reading);
    expect(noted(notes[0]).data).toBe(keccak256(data));
    expect(settled).toMatchObject({
      transaction: value,
      state: 'landed',
      comparison: { result: 'as-asked' },
    });
  });

  it('passes on the fields of the standard alone, as they are asked', async () => {
    const { read, answer, wallet, own } = await open();
    wallet.switches.answers = { eth_sendTransaction: `0x${'ab'.repeat(32)}` };
    const fees = {
      maxFeePerGas: '0x2',
      maxPriorityFeePerGas: '0x1',
      gas: '0x5208',
      nonce: '0x07',
      type: '0x2',
    };
    const accessList = [{ address: somebody, storageKeys: [`0x${'0'.repeat(64)}`] }];
    const given = {
      from: own.toLowerCase(),
      to: somebody,
      input: '0xAB',
      accessList,
      chainId: '0x7a69',
      ...fees,
    };
    await answer(await read('eth_sendTransaction', [{ ...given, gasLimit: '0x1', other: {} }]));
    expect(wallet.params.get('eth_sendTransaction')).toEqual([
      { from: own, to: somebody, data: '0xab', accessList, chainId: '0x7a69', ...fees, nonce: '0x7' },
    ]);
  });

  it.each<[string, object]>([
    ['that makes accounts smart ones', { authorizationList: [] }],
    ['of type 4', { type: '0x4' }],
    ['of type 3', { type: '0x3' }],
    ['with blobs', { blobs: [] }],
    ['with the hashes of blobs', { blobVersionedHashes: [] }],
  ])('%s is refused', async (_, change) => {
    const { read } = await open();
    await expect(read('eth_sendTransaction', [{ to: somebody, ...change }])).rejects.toMatchObject({
      code: 'wallet/unsupported',
    });
  });

  it('that the person rejects takes its note back', async () => {
    const { read, answer, wallet, notes } = await open();
    wallet.switches.answer = 'reject';
    const reading = await read('eth_sendTransaction', [{ to: somebody }]);
    await expect(answer(reading)).rejects.toMatchObject({ code: 'wallet/rejected' });
    expect([notes.length, notes.at(-1)]).toEqual([2, undefined]);
  });

  it('that the wallet’s error names is noted, or taken as sent if the network has it', async () => {
    const { read, answer, wallet, notes } = await open();
    const hash = `0x${'cd'.repeat(32)}`;
    const reading = await read('eth_sendTransaction', [{ to: somebody, data: '0x12' }]);
    wallet.switches.errors = { eth_sendTransaction: { message: 'connection lost', data: { txHash: hash } } };
    await expect(answer(reading)).rejects.toMatchObject({ code: 'wallet/failed' });
    expect(noted(notes.at(-1))).toMatchObject({ transaction: hash, data: keccak256('0x12') });
    wallet.switches.errors = { eth_sendTransaction: { message: 'already known', data: { txHash: hash } } };
    expect(await answer(reading)).toMatchObject({ value: hash, sent: { transaction: hash } });
  });
});

describe('several calls', () => {
  const id = `0x${'11'.repeat(40)}`;
  const hash = `0x${'22'.repeat(32)}`;

  it('are shown with their numbers, and have one amount', async () => {
    const { read, account } = await open();
    const wishes = { capabilities: { paymasterService: { url: 'https://pay.example' } } };
    const asked = [
      { to: somebody, value: '0x1' },
      { to: somebody, value: '0x2', data: '0x12345678', ...wishes },
    ];
    expect(intentOf(await read('wallet_sendCalls', [{ ...calls, id: 'a', calls: asked }]))).toEqual({
      ...{ account, method: 'wallet_sendCalls', asksFor: 'transaction', moves: { to: '', amount: '3' } },
      lines: [
        { is: 'call', value: '1' },
        { is: 'recipient', value: somebody },
        { is: 'amount', value: '1' },
        { is: 'call', value: '2' },
        { is: 'contract', value: somebody },
        { is: 'amount', value: '2' },
        { is: 'data', value: '0x12345678', bytes: 4 },
        { is: 'field', name: 'capabilities.paymasterService', value: '{"url":"https://pay.example"}' },
        { is: 'field', name: 'id', value: 'a' },
        { is: 'field', name: 'atomicRequired', value: 'true' },
      ],
    });
  });

  it.each([
    ['2.0.0', { id }, { id }],
    ['2.0.0', id, { id }],
    ['1.0', id, id],
    ['1.0', { id }, id],
  ])(
    'of version %s are asked for with account and chain, and answered by %j',
    async (version, answered, value) => {
      const { read, answer, wallet, notes, own } = await open();
      wallet.switches.answers = { wallet_sendCalls: answered, wallet_getCallsStatus: { status: 100 } };
      const reading = await read('wallet_sendCalls', [{ ...calls, version }]);
      expect(await answer(reading)).toMatchObject({ value, sent: { transaction: id } });
      expect(wallet.params.get('wallet_sendCalls')).toEqual([{ ...calls, version, from: own }]);
      expect(JSON.parse(notes[0] ?? '')).toMatchObject({ by: 'calls' });
    },
  );

  const succeeded = { transactionHash: hash, status: '0x1' };
  const reverted = { transactionHash: `0x${'33'.repeat(32)}`, status: '0x0' };
  const landed = { state: 'landed', by: hash };
  const failed = { state: 'failed', failure: { code: 'network/reverted', context: { network: first } } };

  it.each<[string, object, object, object]>([
    ['200 is landed', { status: 200, receipts: [reverted, succeeded] }, landed, { transaction: hash }],
    ['CONFIRMED is landed', { status: 'CONFIRMED', receipts: [succeeded] }, landed, { transaction: hash }],
    ['400 is failed', { status: 400 }, { ...failed, isFinal: true }, { outcome: 'failed' }],
    [
      '500 is failed',
      { status: 500, receipts: [reverted] },
      failed,
      { outcome: 'failed', transaction: reverted.transactionHash },
    ],
    ['600 is failed', { status: 600, receipts: [succeeded] }, failed, { outcome: 'failed' }],
    [
      'CONFIRMED and reverted is failed',
      { status: 'CONFIRMED', receipts: [reverted, succeeded] },
      failed,
      { outcome: 'failed', transaction: reverted.transactionHash },
    ],
  ])('of which the wallet says %s, and it is noted', async (_, status, ended, learned) => {
    const { read, toEnd, wallet, notes } = await open();
    wallet.switches.answers = { wallet_sendCalls: { id }, wallet_getCallsStatus: status };
    const { settled } = await toEnd(await read('wallet_sendCalls', [calls]));
    expect(settled).toEqual({ transaction: id, isFinal: false, ...ended });
    const [noted, latest] = [notes[0], notes.at(-1)].map((note) => JSON.parse(note ?? ''));
    expect(latest).toEqual({ ...noted, ...learned });
  });

  it.each<[string, unknown]>([
    ['100', { status: 100 }],
    ['PENDING', { status: 'PENDING' }],
    ['200 without a receipt', { status: 200 }],
    ['nonsense', 'nonsense'],
  ])('of which the wallet says %s stay sent', async (_, status) => {
    const { read, answer, wallet, isAsked } = await open();
    wallet.switches.answers = { wallet_sendCalls: { id }, wallet_getCallsStatus: status };
    const { look } = (await answer(await read('wallet_sendCalls', [calls]))) as Answer;
    expect(isAsked('wallet_getCallsStatus')).toBe(false);
    expect(await look?.()).toEqual({ state: 'sent', transaction: id });
  });

  it('are looked up at the wallet until it is disconnected, and from then on by what was noted', async () => {
    const { read, answer, toEnd, wallet, notes, account, settle, disconnect } = await open();
    wallet.switches.answers = { wallet_sendCalls: { id }, wallet_getCallsStatus: { status: 100 } };
    const { look = expect.fail() } = (await answer(await read('wallet_sendCalls', [calls]))) as Answer;
    const [early = ''] = notes;
    const { sent } = await toEnd(await read('eth_sendTransaction', [{ to: somebody }]));
    const by = sent?.transaction;
    const receipts = [{ transactionHash: by, status: '0x1' }];
    wallet.switches.answers = { wallet_getCallsStatus: { status: 200, receipts } };
    notes.length = 0;
    expect(await look()).toMatchObject({ state: 'landed', by });
    const note = notes.at(-1) ?? '';
    wallet.switches.hangs = ['wallet_getCallsStatus'];
    const looking = look();
    looking.catch(() => undefined);
    await disconnect();
    await expect(looking).rejects.toMatchObject({ code: 'wallet/cancelled' });
    await expect(look()).rejects.toMatchObject({ code: 'wallet/cancelled' });
    const send = { from: account, to: somebody, amount: '1', transaction: id, others: [] } as const;
    expect(await settle({ ...send, note })).toMatchObject({ state: 'landed', transaction: id, by });
    expect(await settle({ ...send, note: early })).toEqual({ state: 'sent', transaction: id });
  });

  it('have an id of their own if the wallet’s is longer than one of the page may be', async () => {
    const { read, answer, wallet } = await open();
    const long = `0x${'ab'.repeat(2_000)}`;
    wallet.switches.answers = { wallet_sendCalls: { id: long }, wallet_getCallsStatus: { status: 100 } };
    const answered = await answer(await read('wallet_sendCalls', [calls]));
    expect(answered).toMatchObject({
      value: { id: long },
      sent: { transaction: keccak256(stringToHex(long)) },
    });
  });

  it('wait for the owners of a Safe', async () => {
    const { read, answer, wallet, adopt } = await open({ isConnected: false });
    await adopt({ ...wallet, own: { isSafe: true } });
    wallet.switches.answers = { wallet_sendCalls: { id: '0x1' }, wallet_getCallsStatus: { status: 100 } };
    const answered = await answer(await read('wallet_sendCalls', [calls]));
    const sent = { transaction: '0x1', awaits: 'owners' };
    expect(answered).toMatchObject({ value: { id: '0x1' }, sent });
    expect(await (answered as Answer).look?.()).toEqual({ state: 'sent', ...sent });
  });

  it.each([undefined, null, {}, { id: '' }, { id: 7 }])(
    'are malformed if the wallet answers %j',
    async (odd) => {
      const { read, answer, wallet } = await open();
      wallet.switches.answers = { wallet_sendCalls: odd };
      const reading = await read('wallet_sendCalls', [calls]);
      await expect(answer(reading)).rejects.toMatchObject({
        code: 'wallet/malformed',
        context: { place: 'id' },
      });
    },
  );
});

it.each<[string, (call: object) => readonly unknown[]]>([
  ['eth_sendTransaction', (call) => [call]],
  ['wallet_sendCalls', (call) => [{ ...calls, calls: [call] }]],
])('%s shows a function of the ABI of its application as claimed', async (method, toParams) => {
  const { ask } = await open();
  const abi = [{ type: 'function', name: 'setFare', inputs: [{ type: 'uint8', name: 'fare' }] }];
  const data = encodeFunctionData({
    abi: [{ ...abi[0], outputs: [], stateMutability: 'payable' }],
    args: [7],
  } as never);
  const params = toParams({ to: somebody, data });
  const linesOf = async (given?: unknown) => {
    const reading = await ask({ kind: 'call', method, params, network: first, abi: given });
    return intentOf(reading).lines.filter(({ is }) => /^(function|field|data)$/.test(is));
  };
  expect(await linesOf(abi)).toEqual([
    { is: 'function', value: 'setFare(uint8)', claimed: true },
    { is: 'field', name: 'fare', value: '7', claimed: true },
    ...(method === 'wallet_sendCalls' ? [{ is: 'field', name: 'atomicRequired', value: 'true' }] : []),
  ]);
  expect((await linesOf())[0]).toMatchObject({ is: 'data', bytes: 36 });
});
