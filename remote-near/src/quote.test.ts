import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Port, SendRequest } from '@linkspan/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { quote } from './quote.ts';
import { startTestChains, type TestChains } from './testing/chains.ts';

let chains: TestChains;
let ended: AbortController;

beforeAll(async () => {
  chains = await startTestChains();
});
afterAll(() => chains.stop());
beforeEach(() => {
  ended = new AbortController();
});
afterEach(() => ended.abort());

function ask(change: Partial<SendRequest> = {}, url?: string) {
  const [first, second] = chains.networks;
  const intent: SendRequest = {
    kind: 'send',
    account: 'near:practice:harbour.practice',
    to: 'pier.practice',
    amount: '5',
    ...change,
  };
  const networks = [url === undefined ? first : { ...first, rpc: [url] }, second];
  return quote(intent, { networks, signal: ended.signal } as unknown as Port<'near'>);
}

/** In yoctoNEAR for each unit of gas. */
const gasPrice = 100_000_000n;

const balance = 100n * 10n ** 24n;
const fee = 446_365_125_000n * gasPrice;
const feeOfNew = 8_349_895_375_000n * gasPrice;
const ethereum = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';

/** A node whose accounts have these fields, and these keys. */
async function startNode(account: object, keys: readonly object[] = []) {
  const results: Record<string, object> = {
    status: { chain_id: 'practice' },
    gas_price: { gas_price: String(gasPrice) },
    view_account: { amount: '0', locked: '0', storage_usage: 182, ...account },
    view_access_key_list: { keys },
  };
  const server = createServer(async (request, response) => {
    const { method, params } = JSON.parse(await text(request));
    const result = results[params.request_type ?? method];
    response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result }));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, [Symbol.asyncDispose]: async () => void server.close() };
}

describe('a quote', () => {
  it('is the gas of a transfer at the price of the network, in yoctoNEAR, however much is sent', async () => {
    const quoted = {
      fee: String(fee),
      recipient: { address: 'pier.practice' },
      most: String(balance - 2n * fee),
    };
    expect(await ask()).toEqual(quoted);
    expect(await ask({ amount: String(balance) })).toEqual(quoted);
    expect(await ask({ to: 'Pier.PRACTICE' })).toEqual(quoted);
  });

  it.each([
    ['new', 'AB'.repeat(32)],
    ['other-family', ethereum],
    ['other-family', `0X${ethereum.slice(2).toUpperCase()}`],
  ])('is more if the transfer makes the account, which is told as %s', async (is, to) => {
    expect(await ask({ to })).toEqual({
      fee: String(feeOfNew),
      recipient: { address: to.toLowerCase(), is },
      most: String(balance - 2n * feeOfNew),
    });
  });

  const toKey = (permission: unknown) => ({ public_key: 'ed25519:x', access_key: { nonce: 1, permission } });
  const call = toKey({ FunctionCall: { allowance: null, receiver_id: ethereum, method_names: [] } });
  it.each([
    ['an account without a key', 'keyless', 'wrap.near', []],
    ['an implicit account without a key', 'keyless', 'ab'.repeat(32), []],
    ['an account with a key', undefined, 'alice.near', [call]],
    ['an Ethereum-like account without a key', 'other-family', ethereum, []],
    ['an Ethereum-like account with a key to call its contract', 'other-family', ethereum, [call]],
    ['an Ethereum-like account with a full key', undefined, ethereum, [toKey('FullAccess')]],
  ])('tells %s as %s', async (_, is, to, keys) => {
    await using node = await startNode({ amount: '10' }, keys);
    const { recipient } = await ask({ to }, node.url);
    expect(recipient).toEqual({ address: to.toLowerCase(), ...(is && { is }) });
  });

  const ofBytes = (bytes: bigint) => bytes * 10n ** 19n;
  it.each([
    ['nothing for 770 bytes', { storage_usage: 770 }, 0n],
    ['the price of each byte from 771 on', { storage_usage: 771 }, ofBytes(771n)],
    ['less by its stake', { storage_usage: 1000, locked: String(ofBytes(400n)) }, ofBytes(600n)],
    ['nothing if its stake is enough', { storage_usage: 1000, locked: String(ofBytes(1001n)) }, 0n],
  ])('leaves for the storage of the account: %s', async (_, account, bound) => {
    await using node = await startNode({ ...account, amount: String(balance) });
    const most = String(balance - 2n * fee - bound);
    expect(await ask({ amount: String(balance - fee - bound) }, node.url)).toMatchObject({ most });
    const tooMuch = ask({ amount: String(balance - fee - bound + 1n) }, node.url);
    if (bound === 0n) expect(await tooMuch).toMatchObject({ most });
    else await expect(tooMuch).rejects.toMatchObject({ code: 'input/amount-most', context: { most } });
  });

  it('says that nothing can be sent from an account that holds no more than its storage takes', async () => {
    await using node = await startNode({ amount: String(ofBytes(1000n)), storage_usage: 1000 });
    expect(await ask({ amount: '1' }, node.url)).toMatchObject({ most: '0' });
  });

  it('says that nobody has a name', async () => {
    await expect(ask({ to: 'Nobody.Practice' })).rejects.toMatchObject({
      code: 'input/recipient-absent',
      context: { value: 'nobody.practice', network: 'NEAR fixture' },
    });
  });

  it.each([
    ['input/recipient', { to: 'Not a name' }],
    ['input/recipient-family', { to: 'vines1vzrYbzLMRdu58ou5XTby4qAqVRLmqo36NKPTg' }],
    ['input/amount', { amount: '0' }],
    ['input/amount', { amount: '1.5' }],
  ])('asks no node if it ends in %s: %j', async (code, change) => {
    await expect(ask(change, 'http://127.0.0.1:1')).rejects.toMatchObject({ code });
  });
});
