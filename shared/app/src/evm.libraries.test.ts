import { LinkspanError, toPlainError } from '@linkspan/contract';
import { BrowserProvider, Contract } from 'ethers';
import {
  BaseError,
  ContractFunctionRevertedError,
  createPublicClient,
  custom,
  ExecutionRevertedError,
  encodeErrorResult,
  encodeEventTopics,
  type Hex,
  LimitExceededRpcError,
  parseAbi,
  toHex,
} from 'viem';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { getProvider } from './evm.ts';
import { createFakeLinkspan, type FakeLinkspan } from './testing.ts';

const network = { id: 'eip155:31337', title: 'Practice chain', rpc: ['http://localhost:1/'] } as const;
const address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const signatures = ['function price() view returns (uint256)', 'error TooDear(uint256 price)'] as const;
const abi = parseAbi(signatures);
const events = parseAbi(['event Priced(uint256 price)']);
const hash = `0x${'00'.repeat(31)}07` as const;
const tooDear = encodeErrorResult({ abi, errorName: 'TooDear', args: [8n] });
const text = encodeErrorResult({ abi: parseAbi(['error Error(string)']), args: ['Too dear'] });

let fake: FakeLinkspan;
beforeEach(() => {
  fake = createFakeLinkspan([
    {
      ...{ id: 'evm', title: 'Ethereum', namespace: 'eip155' },
      networks: [{ ...network, symbol: 'ETH', decimals: 18 }],
    },
  ]);
});
afterEach(() => void Reflect.deleteProperty(globalThis, 'linkspanPage'));

/** The error of a read by each library, if the node answers with this. */
function fail(error: unknown) {
  fake.answers.call = (_, method) => {
    if (method !== 'eth_call' && method !== 'eth_estimateGas') return '0x1';
    throw error;
  };
  const thrown = (reading: Promise<unknown>) => reading.then(String, (one: unknown) => one);
  const provider = getProvider();
  const client = createPublicClient({ transport: custom(provider, { retryCount: 0 }) });
  const page = new BrowserProvider(provider);
  const contract = new Contract(address, signatures, page);
  return {
    viem: () => thrown(client.readContract({ abi, address, functionName: 'price' })),
    viemGas: () => thrown(client.estimateGas({ account: address, to: address })),
    ethers: () => thrown(contract.getFunction('price')()),
    ethersGas: () => thrown(page.estimateGas({ to: address })),
  };
}

const reverted = (data: Hex, message = 'execution reverted') =>
  Object.assign(new Error(message), { code: 3, data });
const find = <Found>(error: unknown, type: new (...given: never) => Found): Found | undefined =>
  error instanceof BaseError ? (error.walk((one) => one instanceof type) as Found) : undefined;

describe('a call that reverts', () => {
  it('with an error of the contract is decoded by viem and ethers', async () => {
    const { viem, ethers } = fail(reverted(tooDear));
    const found = find(await viem(), ContractFunctionRevertedError);
    expect(found?.data).toMatchObject({ errorName: 'TooDear', args: [8n] });
    expect(await ethers()).toMatchObject({ code: 'CALL_EXCEPTION', data: tooDear });
    expect(await ethers()).toMatchObject({ revert: { name: 'TooDear' } });
  });

  it('with a text is shown with it by viem and ethers', async () => {
    const { viem, ethers } = fail(reverted(text, 'execution reverted: Too dear'));
    expect(find(await viem(), ContractFunctionRevertedError)?.reason).toBe('Too dear');
    expect(await ethers()).toMatchObject({ code: 'CALL_EXCEPTION', reason: 'Too dear' });
  });

  it('without data is a revert to viem and ethers', async () => {
    const { viem, ethers } = fail(reverted('0x'));
    expect(find(await viem(), ContractFunctionRevertedError)).toMatchObject({ data: undefined });
    expect(await ethers()).toMatchObject({ code: 'CALL_EXCEPTION', reason: 'require(false)' });
  });

  it('cannot have its gas estimated', async () => {
    const { viemGas, ethersGas } = fail(reverted(text, 'execution reverted: Too dear'));
    expect(find(await viemGas(), ExecutionRevertedError)?.shortMessage).toMatch('Too dear');
    expect(await ethersGas()).toMatchObject({ code: 'CALL_EXCEPTION', reason: 'Too dear' });
  });
});

describe('a call that no node has carried out', () => {
  it.each(['unreachable', 'other-chain', 'portal', 'malformed', 'busy'] as const)(
    'since its network is %s is no revert, and says so',
    async (word) => {
      const { viem, ethers } = fail(new LinkspanError(`network/${word}`, { network: network.title }));
      const error = await viem();
      expect(find(error, ContractFunctionRevertedError) ?? undefined).toBeUndefined();
      expect(String(error)).toContain(`network/${word}`);
      // ethers calls the failure of any call so, and has its reason in `info`.
      const said = expect.stringContaining(`network/${word}`);
      expect(await ethers()).toMatchObject({ reason: null, info: { error: { message: said } } });
    },
  );

  it('since it is asked too often is tried again by viem', async () => {
    const { viem } = fail(new LinkspanError('network/busy', { network: network.title }));
    expect(find(await viem(), LimitExceededRpcError)).toBeInstanceOf(LimitExceededRpcError);
  });
});

it('an error of a node is the cause of an error of the shell, with its number, message and data', async () => {
  fail(Object.assign(new Error('insufficient funds for gas'), { code: -32000, data: { balance: '0x0' } }));
  const error = await getProvider()
    .request({ method: 'eth_call', params: [] })
    .catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    ...{ name: 'ProviderRpcError', code: -32000, message: 'insufficient funds for gas' },
    data: { balance: '0x0' },
    cause: { code: 'network/refused', context: { detail: 'insufficient funds for gas' } },
  });
});

it('an error of a node is found behind those of its remote and of the shell', async () => {
  const context = { network: network.title, detail: 'execution reverted' };
  const ofRemote = new LinkspanError('network/refused', context, { cause: reverted(tooDear) });
  const { viem } = fail(toPlainError(ofRemote));
  expect(find(await viem(), ContractFunctionRevertedError)?.data?.errorName).toBe('TooDear');
});

it('a number among the causes of any other error is not taken for the error of a node', async () => {
  const cause = Object.assign(new Error('no ink'), { code: -32000, data: '0x' });
  fail(new LinkspanError('wallet/failed', { wallet: 'Harbour', detail: 'no ink' }, { cause }));
  await expect(getProvider().request({ method: 'eth_call' })).rejects.toMatchObject({
    ...{ code: -32603, data: { code: 'wallet/failed' } },
  });
});

it('a contract is watched by its logs, since there are no filters', async () => {
  const topics = encodeEventTopics({ abi: events, eventName: 'Priced' });
  let height = 16;
  fake.answers.call = (_, method) => {
    const number = toHex(method === 'eth_blockNumber' ? height++ : height);
    if (method === 'eth_blockNumber') return number;
    if (method !== 'eth_getLogs') throw new LinkspanError('wallet/unsupported', { wallet: '', method });
    const place = { blockNumber: number, blockHash: hash, transactionHash: hash };
    return [
      { ...place, address, topics, data: hash, logIndex: '0x0', transactionIndex: '0x0', removed: false },
    ];
  };
  const provider = getProvider();
  const client = createPublicClient({ transport: custom(provider, { retryCount: 0 }), pollingInterval: 10 });
  const page = new BrowserProvider(provider);
  page.pollingInterval = 10;
  const contract = new Contract(address, ['event Priced(uint256 price)'], page);
  const [toViem, toEthers] = [vi.fn(), vi.fn()];
  const end = client.watchContractEvent({ abi: events, address, onLogs: toViem });
  await contract.on('Priced', toEthers);
  await vi.waitFor(() =>
    expect([toViem, toEthers].map((one) => one.mock.calls.length > 0)).toEqual([true, true]),
  );
  end();
  page.destroy();
  expect(fake.asked.filter((one) => one.includes('getFilterChanges'))).toEqual([]);
});
