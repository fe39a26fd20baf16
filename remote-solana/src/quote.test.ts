import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Port, SendRequest } from '@linkspan/contract';
import { createDeferred } from '@linkspan/kit/testing/deferred';
import { solanaAccounts } from '@linkspan/practice/accounts';
import { type Address, generateKeyPairSigner, getProgramDerivedAddress } from '@solana/kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { quote } from './quote.ts';
import { startTestChain } from './testing/chains.ts';
import { toNetworks } from './testing/page.ts';

let cluster: Awaited<ReturnType<typeof startTestChain>>;
let ended: AbortController;

beforeAll(async () => {
  cluster = await startTestChain();
}, 30_000);
afterAll(() => cluster.stop());
beforeEach(() => {
  ended = new AbortController();
});
afterEach(() => ended.abort());

const [harbour, pier] = solanaAccounts.map(({ address }) => String(address));

function ask(change: Partial<SendRequest> = {}, url = cluster.url) {
  const [first, ...others] = toNetworks(url);
  const intent: SendRequest = {
    kind: 'send',
    account: `${first.id}:${harbour}`,
    to: String(pier),
    amount: '5',
    ...change,
  };
  return quote(intent, { networks: [first, ...others], signal: ended.signal } as unknown as Port<'solana'>);
}

const balance = 100_000_000_000n;
const fee = 5000n;
/** The rent minimum of an account without data. */
const rent = 890_880n;
const priorityFee = 100_000n;
const most = String(balance - fee - rent - priorityFee);

const newAddress = async () => String((await generateKeyPairSigner()).address);

describe('a quote', () => {
  it('is what the cluster takes for one signature, in lamports, however much is sent', async () => {
    const quoted = { fee: '5000', recipient: { address: pier }, most };
    expect(await ask()).toEqual(quoted);
    expect(await ask({ amount: String(2n ** 63n) })).toEqual(quoted);
    expect(await ask({ to: String(harbour) })).toMatchObject({ recipient: { address: harbour } });
  });

  it('is asked for in two round trips', async () => {
    const calls: string[][] = [];
    await using node = await startNode((method) => calls.at(-1)?.push(method));
    calls.push([]);
    const asked = ask({}, node.url);
    await vi.waitFor(() => expect(calls[0]).toHaveLength(3));
    calls.push([]);
    node.open();
    await asked;
    expect(calls[1]?.toSorted()).toEqual(['getFeeForMessage', 'simulateTransaction']);
  });

  it('rejects if the cluster does not let the account be paid, such as a system variable', async () => {
    await expect(ask({ to: 'SysvarC1ock11111111111111111111111111111111' })).rejects.toMatchObject({
      code: 'network/would-fail',
      context: { network: 'Local cluster' },
    });
  });

  it('says that a program owns an address without a key', async () => {
    const programAddress = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' as Address;
    const [to] = await getProgramDerivedAddress({ programAddress, seeds: ['vault'] });
    const quoted = await ask({ to, amount: String(rent) });
    expect(quoted).toMatchObject({ recipient: { address: to, is: 'contract' } });
  });

  it.each([
    ['the incinerator', '1nc1nerator11111111111111111111111111111111', 'keyless'],
    ['a program', 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'contract'],
  ])('says that the recipient is %s', async (_, to, is) => {
    expect(await ask({ to, amount: String(rent) })).toMatchObject({ recipient: { address: to, is } });
  });

  it('says that the recipient is new, and how much it has to get', async () => {
    const to = await newAddress();
    const recipient = { address: to, is: 'new' };
    expect(await ask({ to, amount: String(rent) })).toMatchObject({ recipient });
    await expect(ask({ to, amount: String(rent - 1n) })).rejects.toMatchObject({
      code: 'input/amount-least',
      context: { value: String(rent - 1n), least: String(rent) },
    });
    // A page asks so before there is an amount.
    expect(await ask({ to, amount: '1' })).toMatchObject({ recipient, most });
  });

  it('says how much can be sent so that the rest can stay in the account', async () => {
    const all = balance - fee;
    expect(await ask({ amount: most })).toMatchObject({ most });
    expect(await ask({ amount: String(all) })).toMatchObject({ most });
    for (const left of [1n, rent - 1n])
      await expect(ask({ amount: String(all - left) })).rejects.toMatchObject({
        code: 'input/amount-most',
        context: { value: String(all - left), most },
      });
  });

  it('says that nothing can be sent from an account without a balance', async () => {
    const account = `${toNetworks()[0].id}:${await newAddress()}` as const;
    expect(await ask({ account })).toMatchObject({ fee: '5000', most: '0' });
  });

  it.each([
    ['input/recipient', { to: 'pier' }],
    ['input/recipient', { to: '11111111111111111111111111111111' }],
    ['input/recipient-family', { to: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8' }],
    ['input/recipient-family', { to: 'alice.near' }],
    ['input/recipient-family', { to: '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa' }],
    ['input/recipient-name', { to: 'toly.sol' }],
    ['input/amount', { amount: '0' }],
  ])('asks no node if it ends in %s: %j', async (code, change) => {
    await expect(ask(change, 'http://127.0.0.1:1')).rejects.toMatchObject({ code });
  });
});

/** The cluster behind a node that tells each method it is asked for, and answers none before it is opened. */
async function startNode(told: (method: string) => void) {
  const opened = createDeferred<void>();
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const { method } = JSON.parse(body);
    if (method !== 'getGenesisHash') told(method);
    if (method !== 'getGenesisHash') await opened.promise;
    response.end(await (await fetch(cluster.url, { method: 'POST', body })).text());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url, open: () => opened.resolve(), [Symbol.asyncDispose]: async () => void server.close() };
}
