import { createServer } from 'node:net';
import { createPublicClient, createWalletClient, defineChain, http, parseAbi, parseEther } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { evmAccounts, type PracticeEvmAccount } from '../../accounts.ts';
import { ferry, firstFee } from '../../ferry.ts';
import type { ServedNetworks } from '../front.ts';
import { listen } from '../listen.ts';
import type { ChainFaults } from '../network-faults.ts';
import { findAnvil, startAnvil } from './start-anvil.ts';
import { startEvm } from './start-evm.ts';

const [harbour, , lantern] = evmAccounts as [PracticeEvmAccount, unknown, PracticeEvmAccount];
const options = { port: 0, title: 'the practice chain', variable: 'A_PORT', chainId: 31337 };
const one = { to: lantern.address, value: parseEther('1') };

let running: ServedNetworks;
let reader: ReturnType<typeof openClients>['reader'];
let wallet: ReturnType<typeof openClients>['wallet'];

beforeAll(async () => {
  running = await startEvm(options);
  ({ reader, wallet } = openClients(running.port));
});
afterAll(() => running.stop());
afterEach(() => change({}));

const change = async (faults: Partial<ChainFaults>) => running.faults.get('eip155:31337')?.change(faults);

function openClients(port: number) {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
  const chain = defineChain({
    id: 31337,
    name: 'practice',
    nativeCurrency,
    rpcUrls: { default: { http: [] } },
  });
  const transport = http(`http://127.0.0.1:${port}`, { batch: true, retryCount: 0 });
  const account = privateKeyToAccount(harbour.privateKey);
  const shared = { chain, transport, cacheTime: 0 };
  return { reader: createPublicClient(shared), wallet: createWalletClient({ ...shared, account }) };
}

const receiptOf = (hash: `0x${string}`) => reader.getTransactionReceipt({ hash }).catch(() => undefined);

describe('the practice chain', () => {
  it('executes a transfer', async () => {
    const before = await reader.getBalance({ address: lantern.address });
    const hash = await wallet.sendTransaction(one);
    expect((await reader.waitForTransactionReceipt({ hash, pollingInterval: 20 })).status).toBe('success');
    expect(await reader.getBalance({ address: lantern.address })).toBe(before + one.value);
  });

  it('has the contract of a ferry, whose fee is read, set and watched', async () => {
    const abi = parseAbi([
      'function get() view returns (uint256)',
      'function set(uint256 fee)',
      'event Changed(uint256 fee)',
    ]);
    const contract = { address: ferry.evm, abi } as const;
    const read = () => reader.readContract({ ...contract, functionName: 'get' });
    expect(await read()).toBe(BigInt(firstFee));
    const hash = await wallet.writeContract({ ...contract, functionName: 'set', args: [9n] });
    await reader.waitForTransactionReceipt({ hash, pollingInterval: 20 });
    expect(await read()).toBe(9n);
    const [event] = await reader.getContractEvents({ ...contract, eventName: 'Changed', fromBlock: 0n });
    expect(event?.args.fee).toBe(9n);
  });

  it('passes on the errors of anvil', async () => {
    await expect(wallet.sendTransaction({ ...one, nonce: 0 })).rejects.toThrow(/nonce/i);
    const tooMuch = { ...one, value: parseEther('1000000'), gas: 21_000n };
    await expect(wallet.sendTransaction(tooMuch)).rejects.toThrow(/funds/i);
  });

  it('reports another chain id', async () => {
    await change({ lies: true });
    expect(await reader.getChainId()).toBe(0xdead);
  });

  it('mines no blocks, and has afterwards what was sent in the next one', async () => {
    await change({ stopsBlocks: true });
    const before = await reader.getBlockNumber();
    const hash = await wallet.sendTransaction(one);
    expect([await receiptOf(hash), await reader.getBlockNumber()]).toEqual([undefined, before]);
    await change({});
    expect(await receiptOf(hash)).toMatchObject({ status: 'success', blockNumber: before + 1n });
  });

  it('drops what it has accepted', async () => {
    await change({ forgets: true });
    const hash = await wallet.sendTransaction(one);
    await change({});
    await expect(reader.getTransaction({ hash })).rejects.toThrow('could not be found');
    expect(await wallet.sendTransaction(one), 'the same transfer at the same nonce').toBe(hash);
  });
});

describe('anvil', () => {
  it('has ended once it is stopped', async () => {
    const served = await startAnvil(options.chainId);
    await served.stop();
    await expect(openClients(served.port).reader.getChainId()).rejects.toThrow();
    await served.stop();
  });

  it('names the port that is in use and the variable that moves it', async () => {
    const server = createServer();
    const { port } = await listen(server, options);
    await expect(startEvm({ ...options, port })).rejects.toMatchObject({
      code: 'chain/port-in-use',
      message: expect.stringMatching(`Port ${port}.*A_PORT`),
    });
    server.close();
  });

  it('names the platform without a binary', () => {
    expect(() => findAnvil({ platform: 'aix', arch: 'ppc64' })).toThrow(
      expect.objectContaining({ code: 'chain/no-binary', message: expect.stringMatching('aix ppc64') }),
    );
  });
});
