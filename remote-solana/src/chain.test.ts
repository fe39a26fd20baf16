import { solanaAccounts } from '@linkspan/practice/accounts';
import { SECOND_PATH } from '@linkspan/practice/networks';
import { generateKeyPairSigner } from '@solana/kit';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { parseJson, parseNote, writeNote } from './chain.ts';
import { startTestChain } from './testing/chains.ts';
import { devnet, idOf, openConnector, openDocument, toNetworks, until } from './testing/page.ts';
import { createWallet } from './testing/wallet.ts';

let cluster: Awaited<ReturnType<typeof startTestChain>>;
let page: ReturnType<typeof openDocument>;

beforeAll(async () => {
  cluster = await startTestChain();
}, 30_000);

afterAll(() => cluster.stop());

beforeEach(() => {
  page = openDocument();
});

afterEach(() => page.close());

async function connect(options?: Parameters<typeof createWallet>[0]) {
  const wallet = createWallet({ granted: true, rpc: cluster.url, ...options });
  const connector = openConnector(toNetworks(cluster.url));
  await connector.adopt(wallet);
  const account = idOf(wallet, 0);
  const send = (to: string, amount: string, from = account) =>
    connector.send({ kind: 'send', account: from, to, amount });
  return { ...connector, send, wallet, account };
}

const newAddress = async () => String((await generateKeyPairSigner()).address);
const pier = String(solanaAccounts[1]?.address);

async function readBalance(address: string): Promise<number> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [address] });
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(cluster.url, { method: 'POST', headers, body });
  return (await answer.json()).result.value;
}

describe('the balance', () => {
  it('is the account’s on the chain, in lamports', async () => {
    const { view, account } = await connect();
    const balance = await until(view.balance, (known) => known !== undefined);
    const lamports = await readBalance(account.slice(account.lastIndexOf(':') + 1));
    expect(balance).toEqual({ account, amount: String(lamports), decimals: 9, symbol: 'SOL' });
  });

  it('is unknown where the chain cannot be reached, and the connection stands', async () => {
    const { view, switchNetwork } = await connect();
    await switchNetwork(devnet);
    expect(view.balance.get()).toBeUndefined();
    expect(view.connection.get().status).toBe('connected');
  });

  it('is not believed where another cluster answers, and nothing is sent there', async () => {
    const [first] = toNetworks();
    const connector = openConnector([{ ...first, rpc: [`${cluster.url}${SECOND_PATH}`] }]);
    const wallet = createWallet({ granted: true });
    await connector.adopt(wallet);
    const why = await until(connector.view.balanceFailure, (known) => known !== undefined);
    expect(why).toEqual({ code: 'network/other-chain', context: { network: 'Local cluster' } });
    expect(connector.view.balance.get()).toBeUndefined();
    const intent = { kind: 'send' as const, account: idOf(wallet, 0), to: pier, amount: '1' };
    await expect(connector.send(intent)).rejects.toMatchObject({ code: 'network/other-chain' });
    expect(wallet.asked).toEqual([]);
  });

  it('is asked of the next address where the first does not answer', async () => {
    const [first] = toNetworks();
    const connector = openConnector([{ ...first, rpc: ['http://127.0.0.1:9', cluster.url] }]);
    await connector.adopt(createWallet({ granted: true }));
    await until(connector.view.balance, (known) => known !== undefined);
  });
});

describe('a transfer', () => {
  it('arrives on the chain, is told as sent and landed, and the balance follows', async () => {
    const { send, view, account, wallet } = await connect();
    const before = await until(view.balance, (known) => known !== undefined);
    const to = await newAddress();
    const { transaction } = await send(to, '2000000');
    expect(view.transfers.get()).toEqual([
      { transaction, from: account, to, amount: '2000000', state: 'sent' },
    ]);
    await until(view.transfers, ([first]) => first?.state === 'landed');
    const paid = String(BigInt(before?.amount ?? 0) - 2_005_000n);
    await until(view.balance, (known) => known?.amount === paid);
    expect(await readBalance(to)).toBe(2_000_000);
    expect(wallet.asked[0]).toMatchObject({
      feature: 'solana:signAndSendTransaction',
      input: { chain: 'solana:localnet' },
    });
  });

  it('is submitted by the remote where the wallet signs only', async () => {
    const { send, view, wallet } = await connect({ lacks: ['solana:signAndSendTransaction'] });
    const to = await newAddress();
    await send(to, '3000000');
    await until(view.transfers, ([first]) => first?.state === 'landed');
    expect(await readBalance(to)).toBe(3_000_000);
    expect(wallet.asked).toMatchObject([
      { feature: 'solana:signTransaction', input: { chain: 'solana:localnet' } },
    ]);
  });

  it.each<Parameters<typeof createWallet>[0]>([{}, { lacks: ['solana:signAndSendTransaction'] }])(
    'is told as another one where the wallet has signed another one: %j',
    async (options) => {
      const { send, view, wallet } = await connect(options);
      // 2^24 lamports more.
      wallet.switches.alters = (bytes) => bytes.set([1], bytes.length - 6);
      const to = await newAddress();
      await send(to, '3000000');
      const [transfer] = await until(view.transfers, ([first]) => first?.state === 'landed');
      const moved = [{ from: wallet.addresses[0], to, amount: String(3_000_000 + 2 ** 24) }];
      expect(transfer).toMatchObject({ comparison: { result: 'not-as-asked', moved } });
      expect(await readBalance(to)).toBe(3_000_000 + 2 ** 24);
    },
  );

  it.each([
    ['input/recipient', 'nobody', '1'],
    ['input/recipient', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '1'],
    ['input/amount', pier, '0'],
    ['input/amount', pier, '1.5'],
    ['input/amount', pier, String(2n ** 64n)],
    ['network/insufficient-funds', pier, '100000000000000'],
  ])('is refused with %s before the wallet is asked: %s, %s', async (code, to, amount) => {
    const { send, wallet } = await connect();
    await expect(send(to, amount)).rejects.toMatchObject({ code });
    expect(wallet.asked).toEqual([]);
  });

  it('is refused where it would leave the recipient below the rent', async () => {
    const { send, wallet } = await connect();
    await expect(send(await newAddress(), '1')).rejects.toMatchObject({ code: 'network/refused' });
    expect(wallet.asked).toEqual([]);
  });

  it('keeps what a node said through the wallet', async () => {
    const { send, wallet } = await connect();
    wallet.switches.errors = {
      'solana:signAndSendTransaction': {
        code: -32002,
        message: 'simulation',
        data: { err: 'AccountNotFound' },
      },
    };
    await expect(send(pier, '1')).rejects.toMatchObject({ code: 'network/insufficient-funds' });
  });

  it.each([
    ['wallet/rejected', { code: 4001, message: 'no' }],
    ['wallet/pending', { code: -32002, message: 'busy' }],
    ['network/expired', { code: -32002, message: 'late', data: { err: 'BlockhashNotFound' } }],
    ['wallet/failed', { code: -32603, message: 'No battery' }],
  ])('says %s where the wallet does', async (code, error) => {
    const { send, wallet } = await connect();
    wallet.switches.errors = { 'solana:signAndSendTransaction': error };
    await expect(send(pier, '1')).rejects.toMatchObject({ code });
  });

  it('is neither offered nor made where the wallet does not know the network', async () => {
    const { send, wallet } = await connect({ chains: ['solana:mainnet'] });
    await expect(send(pier, '1')).rejects.toMatchObject({ code: 'wallet/unsupported' });
    expect(wallet.asked).toEqual([]);
  });

  it('names a local cluster by its own id where the wallet knows that', async () => {
    const { send, wallet, view } = await connect({
      chains: ['solana:localnet', toNetworks()[0].id],
    });
    await send(pier, '1');
    await until(view.transfers, ([first]) => first?.state === 'landed');
    expect(wallet.asked[0]?.input).toMatchObject({ chain: toNetworks()[0].id });
  });

  it('is refused where the chain cannot be reached', async () => {
    const { switchNetwork, send, wallet } = await connect();
    await switchNetwork(devnet);
    const sent = send(pier, '1', idOf(wallet, 0, devnet));
    await expect(sent).rejects.toMatchObject({ code: 'network/unreachable', context: { network: 'Devnet' } });
  });
});

describe('a note', () => {
  it.each([{}, { answered: 190 }])('reads back what was noted, with %j', (later) => {
    const note = { slot: 12, lastHeight: 162, ...later };
    expect(parseNote(writeNote(note))).toEqual(note);
  });

  it.each([undefined, '', '{}', 'null', '{"slot":1}', '{"slot":-1,"lastHeight":3}', 'x'])(
    'reads nothing of %j',
    (text) => {
      expect(parseNote(text)).toBeUndefined();
    },
  );
});

describe('what a Solana node answers', () => {
  it('keeps every digit of a whole number, and leaves what JSON can hold as it is', () => {
    expect(parseJson('{"value":18446744073709551615,"slot":7,"deep":[-9007199254740993]}')).toEqual({
      value: 18446744073709551615n,
      slot: 7,
      deep: [-9007199254740993n],
    });
  });

  it('takes no number out of a text, nor a broken one', () => {
    const given = { memo: 'paid: 18446744073709551615, "1234567890123456"', part: 0.12345678901234568 };
    expect(parseJson(JSON.stringify(given))).toEqual(given);
    expect(parseJson('[1.5e21]')).toEqual([1.5e21]);
  });

  it('throws where it is no JSON', () => {
    expect(() => parseJson('<html>')).toThrow(SyntaxError);
  });
});
