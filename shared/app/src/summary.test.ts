import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { getProvider as getEvm } from './evm.ts';
import { getWallet as getNear } from './near.ts';
import type { ShellPage } from './page.ts';
import { getWallet as getSolana } from './solana.ts';
import { withSummary } from './summary.ts';
import { createFakeLinkspan, type FakeLinkspan } from './testing.ts';

const toFamily = (id: string, namespace: string) =>
  ({
    ...{ id, title: id, namespace },
    networks: [
      { id: `${namespace}:1`, title: 'One', rpc: ['http://localhost:1/'], symbol: 'C', decimals: 9 },
    ],
  }) as ShellPage['families'][0];
const key = '11111111111111111111111111111111';

let fake: FakeLinkspan;
beforeEach(async () => {
  fake = createFakeLinkspan([
    toFamily('evm', 'eip155'),
    toFamily('solana', 'solana'),
    toFamily('near', 'near'),
  ]);
  await new Promise((resolve) => setTimeout(resolve));
  fake.connect('solana', `solana:1:${key}`);
  fake.answers.call = () => ({ signedMessage: '', signature: '' });
});
afterEach(() => void Reflect.deleteProperty(globalThis, 'linkspanPage'));

const ask = (method = 'personal_sign') => getEvm().request({ method }) as Promise<unknown>;
const later = () => new Promise((resolve) => setTimeout(resolve));

it.each<[string, () => Promise<unknown>, string]>([
  ['Ethereum', ask, 'call evm personal_sign'],
  [
    'Solana',
    async () => {
      const [account] = getSolana().accounts;
      const message = new Uint8Array(1);
      if (account) await getSolana().features['solana:signMessage'].signMessage({ account, message });
    },
    'call solana solana:signMessage',
  ],
  [
    'NEAR',
    () => getNear().signMessage({ message: 'a', recipient: 'b', nonce: new Uint8Array(32) }),
    'call near near_signMessage',
  ],
])(
  'goes with a request on %s that is made meanwhile, also later, and with no other',
  async (_, run, line) => {
    await withSummary('Set the fare to 7', async () => {
      await run();
      await later();
      await run();
    });
    await run();
    expect(fake.asked).toEqual([`${line}: Set the fare to 7`, `${line}: Set the fare to 7`, line]);
  },
);

it('is of its own request if several begin at once', async () => {
  await Promise.all([withSummary('one', ask), withSummary('two', ask)]);
  expect([...fake.asked].sort()).toEqual(['call evm personal_sign: one', 'call evm personal_sign: two']);
});

it('is of none that begins later while several run: nobody knows whose it is', async () => {
  const askLater = () =>
    later()
      .then(() => ask())
      .then(later);
  await Promise.all([withSummary('one', askLater), withSummary('two', askLater)]);
  expect(fake.asked).toEqual(['call evm personal_sign', 'call evm personal_sign']);
});

it('in another one is the inner one', async () => {
  await withSummary('outer', () => withSummary('inner', ask));
  expect(fake.asked).toEqual(['call evm personal_sign: inner']);
});

it('is over when what runs fails, and that is told', async () => {
  const fails = [
    () => Promise.reject(new Error('mine')),
    () => {
      throw new Error('mine');
    },
  ];
  for (const run of fails) await expect(withSummary('one', run)).rejects.toThrow('mine');
  await ask();
  expect(fake.asked).toEqual(['call evm personal_sign']);
});

it('is given as a member of a request on Ethereum too, which then counts', async () => {
  const request = () => getEvm().request({ method: 'personal_sign', summary: 'own' }) as Promise<unknown>;
  await request();
  await withSummary('around', request);
  expect(fake.asked).toEqual(['call evm personal_sign: own', 'call evm personal_sign: own']);
});

it('that is no text reaches the page, which refuses it', async () => {
  const shell = await (globalThis.linkspanPage as ShellPage).shell;
  const call = vi.spyOn(shell, 'call');
  await withSummary(5 as never, ask);
  await getEvm().request({ method: 'personal_sign', summary: {} as never });
  expect(call.mock.calls.map(([, { summary }]) => summary)).toEqual([5, {}]);
});
