import { createPublicClient, createWalletClient, defineChain, http, parseEther, webSocket } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { evmAccounts, type PracticeEvmAccount } from '../../accounts.ts';
import type { ServedNetworks } from '../faults/serve-networks.ts';
import { startEvm } from './start-evm.ts';

const [harbour, , lantern] = evmAccounts as [PracticeEvmAccount, PracticeEvmAccount, PracticeEvmAccount];

let running: ServedNetworks;
let url: string;

beforeAll(async () => {
  running = await startEvm({ port: 0, title: 'a test', variable: 'NONE', chainId: 31337 });
  url = `http://127.0.0.1:${running.port}`;
});
afterAll(() => running.stop());
afterEach(() => change({}));

const change = (faults: Parameters<NonNullable<ReturnType<typeof faultsOf>>['change']>[0]) =>
  faultsOf()?.change(faults);
const faultsOf = () => running.faults.get('eip155:31337');

function openClients() {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
  const chain = defineChain({
    id: 31337,
    name: 'practice',
    nativeCurrency,
    rpcUrls: { default: { http: [] } },
  });
  const options = { chain, transport: http(url, { retryCount: 0 }), cacheTime: 0 };
  const account = privateKeyToAccount(harbour.privateKey);
  return { reader: createPublicClient(options), wallet: createWalletClient({ ...options, account }) };
}

const sendOne = () => openClients().wallet.sendTransaction({ to: lantern.address, value: parseEther('1') });
const receiptOf = (hash: `0x${string}`) =>
  openClients()
    .reader.getTransactionReceipt({ hash })
    .catch(() => undefined);

describe('an EVM network without a fault', () => {
  it('executes a transfer', async () => {
    const { reader } = openClients();
    const before = await reader.getBalance({ address: lantern.address });
    const hash = await sendOne();
    expect((await reader.waitForTransactionReceipt({ hash, pollingInterval: 20 })).status).toBe('success');
    expect(await reader.getBalance({ address: lantern.address })).toBe(before + parseEther('1'));
  });

  it('carries websockets too', async () => {
    const reader = createPublicClient({
      transport: webSocket(url.replace('http', 'ws'), { reconnect: false }),
    });
    const heard = new Promise<bigint>((resolve, reject) => {
      reader.watchBlockNumber({ onBlockNumber: resolve, onError: reject });
    });
    expect(await reader.getChainId()).toBe(31337);
    await sendOne();
    expect(await heard).toBeGreaterThan(0n);
    (await reader.transport.getRpcClient()).close();
  });
});

describe('a faulty EVM network', () => {
  it('lies about its chain, and tells the truth about the rest', async () => {
    await change({ lies: true });
    const { reader } = openClients();
    expect(await reader.getChainId()).toBe(0xdead);
    expect(await reader.getBalance({ address: harbour.address })).toBeGreaterThan(0n);
  });

  it('takes what is sent while it makes no blocks, and has it in the next block', async () => {
    await change({ stopsBlocks: true });
    const { reader } = openClients();
    const before = await reader.getBlockNumber();
    const hash = await sendOne();
    expect([await receiptOf(hash), await reader.getBlockNumber()]).toEqual([undefined, before]);
    expect((await reader.getTransaction({ hash })).blockNumber).toBeNull();
    await change({});
    expect(await receiptOf(hash)).toMatchObject({ status: 'success', blockNumber: before + 1n });
  });

  it('forgets what it has taken', async () => {
    await change({ forgets: true });
    const hash = await sendOne();
    await change({});
    const { reader } = openClients();
    expect(await receiptOf(hash)).toBeUndefined();
    await expect(reader.getTransaction({ hash })).rejects.toThrow('could not be found');
    expect(await sendOne(), 'the same transfer at the same nonce').toBe(hash);
  });
});
