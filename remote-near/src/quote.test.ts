import type { Port, SendIntent } from '@linkspan/contract';
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

function ask(change: Partial<SendIntent> = {}, url?: string) {
  const [first, second] = chains.networks;
  const intent: SendIntent = {
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

describe('a quote', () => {
  it('is the gas of a transfer at the price of the network, in yoctoNEAR', async () => {
    expect(await ask()).toEqual({ fee: String(446_365_125_000n * gasPrice) });
  });

  it('is more if the transfer makes the account', async () => {
    expect(await ask({ to: 'ab'.repeat(32) })).toEqual({ fee: String(8_349_895_375_000n * gasPrice) });
  });

  it.each([
    ['input/recipient', { to: 'Not a name' }],
    ['input/amount', { amount: '0' }],
    ['input/amount', { amount: '1.5' }],
  ])('asks no node if it ends in %s: %j', async (code, change) => {
    await expect(ask(change, 'http://127.0.0.1:1')).rejects.toMatchObject({ code });
  });
});
