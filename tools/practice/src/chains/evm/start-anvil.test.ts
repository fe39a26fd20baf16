import { createServer } from 'node:net';
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  defineChain,
  http,
  parseEther,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { evmAccounts, type PracticeEvmAccount } from '../../accounts.ts';
import type { Served } from '../faults/serve-networks.ts';
import { listen } from '../listen.ts';
import { findAnvil } from './find-anvil.ts';
import { startAnvil } from './start-anvil.ts';

const [harbour, pier, lantern] = evmAccounts as [PracticeEvmAccount, PracticeEvmAccount, PracticeEvmAccount];
const listenOptions = { port: 0, title: 'the practice chain', variable: 'A_PORT' };

let first: Served;
let second: Served;

beforeAll(async () => {
  first = await startAnvil({ ...listenOptions, chainId: 31337 });
  second = await startAnvil({ ...listenOptions, chainId: 31338 });
});

afterAll(() => Promise.all([first.stop(), second.stop()]));

const toTransport = ({ port }: Served) => http(`http://127.0.0.1:${port}`);

function openClients(served: Served, id: number, { privateKey }: PracticeEvmAccount) {
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 };
  const chain = defineChain({ id, name: 'practice', nativeCurrency, rpcUrls: { default: { http: [] } } });
  const options = { chain, transport: toTransport(served) };
  const account = privateKeyToAccount(privateKey);
  return { reader: createPublicClient(options), wallet: createWalletClient({ ...options, account }) };
}

describe('anvil', () => {
  it('funds the practice accounts and executes a transfer, on one chain and not on the other', async () => {
    const { reader, wallet } = openClients(first, 31337, harbour);
    const other = openClients(second, 31338, harbour);
    const before = await reader.getBalance({ address: lantern.address });
    const hash = await wallet.sendTransaction({ to: lantern.address, value: parseEther('1') });
    expect((await reader.waitForTransactionReceipt({ hash, pollingInterval: 20 })).status).toBe('success');
    expect(await reader.getBalance({ address: lantern.address })).toBe(before + parseEther('1'));
    expect(await other.reader.getBalance({ address: lantern.address })).toBe(before);
  });

  it('refuses a transaction of the other chain, a used nonce and more than the account has', async () => {
    const { reader, wallet } = openClients(first, 31337, pier);
    const other = openClients(second, 31338, pier);
    const request = await other.wallet.prepareTransactionRequest({ to: lantern.address, value: 1n });
    const serializedTransaction = await other.wallet.signTransaction(request);
    await expect(reader.sendRawTransaction({ serializedTransaction })).rejects.toThrow(/chain/i);
    const hash = await wallet.sendTransaction({ to: lantern.address, value: 1n });
    await reader.waitForTransactionReceipt({ hash, pollingInterval: 20 });
    await expect(wallet.sendTransaction({ to: lantern.address, value: 1n, nonce: 0 })).rejects.toThrow(
      /nonce/i,
    );
    const tooMuch = { to: lantern.address, value: parseEther('1000000'), gas: 21_000n };
    await expect(wallet.sendTransaction(tooMuch)).rejects.toThrow(/funds/i);
  });

  it('is gone once it is stopped', async () => {
    const served = await startAnvil({ ...listenOptions, chainId: 31339 });
    const client = createTestClient({ mode: 'anvil', transport: toTransport(served) });
    await client.mine({ blocks: 1 });
    await served.stop();
    await expect(client.mine({ blocks: 1 })).rejects.toThrow();
    await served.stop();
  });

  it('says which port is in use and which variable moves it', async () => {
    const server = createServer();
    const port = await listen(server, listenOptions);
    const attempt = startAnvil({ ...listenOptions, port, chainId: 31337 });
    await expect(attempt).rejects.toMatchObject({
      code: 'chain/port-in-use',
      message: expect.stringMatching(`Port ${port}.*A_PORT`),
    });
    server.close();
  });

  it('says for which platform there is no binary', () => {
    const find = () => findAnvil({ platform: 'aix', arch: 'ppc64' });
    expect(find).toThrow(
      expect.objectContaining({ code: 'chain/no-binary', message: expect.stringMatching('aix ppc64') }),
    );
  });
});
