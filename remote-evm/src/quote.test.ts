import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { addressOf, type Port, type SendRequest } from '@linkspan/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { quote } from './quote.ts';
import { toNetworks } from './testing/page.ts';

const intent: SendRequest = {
  kind: 'send',
  account: 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
  amount: '5',
};
const gwei = 1_000_000_000n;
const toHex = (value: bigint) => `0x${value.toString(16)}`;
const refused = { error: { code: 3, message: 'insufficient funds' } };

let servers: Server[] = [];
let ended: AbortController;
let asked: { readonly method: string; readonly params: readonly unknown[] }[];
/** What a node of a chain with EIP-1559 answers; its base fee is 10 gwei, and 2 gwei go to who makes the block. */
let answers: Record<string, object>;

beforeEach(() => {
  ended = new AbortController();
  asked = [];
  answers = {
    eth_chainId: { result: '0x7a69' },
    eth_estimateGas: { result: toHex(21_000n) },
    eth_getCode: { result: '0x' },
    [`eth_getCode ${addressOf(intent.account)}`]: { result: '0x' },
    eth_getBlockByNumber: { result: { number: '0x1', baseFeePerGas: toHex(10n * gwei), transactions: [] } },
    eth_maxPriorityFeePerGas: { result: toHex(2n * gwei) },
    eth_gasPrice: { result: toHex(5n * gwei) },
  };
});

afterEach(() => {
  ended.abort();
  for (const server of servers) server.close();
  servers = [];
});

async function ask(change: Partial<SendRequest> = {}) {
  const server = createServer(async (request, response) => {
    const { id, method, params } = JSON.parse(await text(request));
    asked.push({ method, params });
    response.end(
      JSON.stringify({ jsonrpc: '2.0', id, ...(answers[`${method} ${params?.[0]}`] ?? answers[method]) }),
    );
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const networks = toNetworks(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  return quote({ ...intent, ...change }, { networks, signal: ended.signal } as Port<'eip155'>);
}

const network = { network: 'First chain' };

describe('a quote', () => {
  it('is the gas at the highest price that is offered for the next block, in wei', async () => {
    expect(await ask()).toEqual({ fee: String(21_000n * 14n * gwei), recipient: { address: intent.to } });
    const estimate = asked.find(({ method }) => method === 'eth_estimateGas');
    expect(estimate?.params[0]).toMatchObject({ to: intent.to, value: '0x5' });
  });

  it('is more if the recipient runs code', async () => {
    answers.eth_estimateGas = { result: toHex(50_000n) };
    expect(await ask()).toMatchObject({ fee: String(50_000n * 14n * gwei) });
  });

  it('goes by the gas price if the chain has no base fee', async () => {
    answers.eth_getBlockByNumber = { result: { number: '0x1', transactions: [] } };
    expect(await ask()).toMatchObject({ fee: String(21_000n * 6n * gwei) });
  });

  it('is that of a plain transfer if the node does not estimate and the recipient has no code', async () => {
    answers.eth_estimateGas = refused;
    expect(await ask()).toMatchObject({ fee: String(21_000n * 14n * gwei) });
  });

  it.each([
    [
      'does not estimate for a recipient with code',
      { eth_estimateGas: refused, eth_getCode: { result: '0x60' } },
    ],
    ['tells no gas', { eth_estimateGas: { result: '' }, eth_getCode: { result: '0x60' } }],
    ['tells no price', { eth_getBlockByNumber: refused }],
  ])('is refused if the node %s', async (_what, told) => {
    Object.assign(answers, told);
    await expect(ask()).rejects.toMatchObject({ code: 'network/refused', context: network });
  });

  it('is refused if the account is a contract, and not if it only delegates to one', async () => {
    const code = `eth_getCode ${addressOf(intent.account)}`;
    answers[code] = { result: `0xef0100${'ab'.repeat(20)}` };
    expect(await ask()).toMatchObject({ fee: String(21_000n * 14n * gwei) });
    answers[code] = { result: '0x6080' };
    await expect(ask()).rejects.toMatchObject({ code: 'network/refused', context: network });
  });

  it.each([
    ['input/recipient', { to: '0x123' }],
    ['input/recipient-checksum', { to: intent.to.replace('C7', 'c7') }],
    ['input/recipient-family', { to: 'alice.near' }],
    ['input/recipient-name', { to: 'vitalik.eth' }],
    ['input/amount', { amount: '0' }],
    ['wallet/network-unsupported', { account: `eip155:9:${intent.to}` as const }],
  ])('asks no node if it ends in %s', async (code, change) => {
    await expect(ask(change)).rejects.toMatchObject({ code });
    expect(asked).toEqual([]);
  });
});

describe('the recipient', () => {
  const [lower, digits] = [intent.to.toLowerCase(), intent.to.slice(2)];
  const ofRecipient = `eth_getCode ${intent.to}`;

  it.each([
    ['with its checksum', intent.to],
    ['in lower case', lower],
    ['in upper case', intent.to.toUpperCase()],
    ['in lower case after 0X', `0X${lower.slice(2)}`],
    ['in upper case after 0x', `0x${digits.toUpperCase()}`],
    ['with its checksum after 0X', `0X${digits}`],
  ])('%s has its checksum in the quote', async (_, to) => {
    expect(await ask({ to })).toMatchObject({ recipient: { address: intent.to } });
  });

  it('is a contract if it has code, and not if it only delegates to code', async () => {
    answers[ofRecipient] = { result: '0x6080' };
    expect((await ask()).recipient).toEqual({ address: intent.to, is: 'contract' });
    answers[ofRecipient] = { result: `0xef0100${'ab'.repeat(20)}` };
    expect((await ask()).recipient).toEqual({ address: intent.to });
  });

  it.each([
    `0x${'0'.repeat(40)}`,
    `0x${'0'.repeat(39)}1`,
    '0x000000000000000000000000000000000000dEaD',
    '0xdEAD000000000000000042069420694206942069',
    '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE',
    '0xFFfFfFffFFfffFFfFFfFFFFFffFFFffffFfFFFfF',
  ])('%s is nobody’s', async (address) => {
    expect((await ask({ to: address })).recipient).toEqual({ address, is: 'keyless' });
  });
});

describe('a transfer', () => {
  it.each([
    { code: 3, message: 'execution reverted: Insufficient allowance' },
    { code: -32000, message: 'execution reverted' },
    { code: -32015, message: 'VM execution error.', data: 'Reverted 0x' },
    { code: -32000, message: 'invalid opcode: INVALID' },
  ])('that the node expects to fail is no quote: %j', async (error) => {
    for (const result of ['0x', '0x6080']) {
      Object.assign(answers, { eth_estimateGas: { error }, [`eth_getCode ${intent.to}`]: { result } });
      await expect(ask()).rejects.toMatchObject({ code: 'network/would-fail', context: network });
    }
  });

  it.each([
    { code: 3, message: 'insufficient funds' },
    { code: -32000, message: 'insufficient funds for transfer' },
    { code: -32000, message: 'gas required exceeds allowance (0)' },
    { code: -32015, message: 'insufficient sender balance' },
  ])('of too much is not one that fails at its recipient: %j', async (error) => {
    answers.eth_estimateGas = { error };
    expect(await ask()).toMatchObject({ fee: String(21_000n * 14n * gwei) });
  });
});
