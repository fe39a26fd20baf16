import type { Port, SendIntent } from '@linkspan/contract';
import { solanaAccounts } from '@linkspan/practice/accounts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
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

function ask(change: Partial<SendIntent> = {}, url = cluster.url) {
  const [first, ...others] = toNetworks(url);
  const intent: SendIntent = {
    kind: 'send',
    account: `${first.id}:${harbour}`,
    to: String(pier),
    amount: '5',
    ...change,
  };
  return quote(intent, { networks: [first, ...others], signal: ended.signal } as unknown as Port<'solana'>);
}

describe('a quote', () => {
  it('is what the cluster takes for one signature, in lamports, however much is sent', async () => {
    expect(await ask()).toEqual({ fee: '5000' });
    expect(await ask({ amount: String(2n ** 63n) })).toEqual({ fee: '5000' });
  });

  it.each([
    ['input/recipient', { to: 'pier' }],
    ['input/amount', { amount: '0' }],
  ])('asks no node if it ends in %s', async (code, change) => {
    await expect(ask(change, 'http://127.0.0.1:1')).rejects.toMatchObject({ code });
  });
});
