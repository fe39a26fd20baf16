import { afterEach, expect, it } from 'vitest';
import { getProvider } from './evm.ts';
import { getLinkspan } from './linkspan.ts';
import type { PageFamily } from './page.ts';
import { createFakeLinkspan } from './testing.ts';

const evm: PageFamily = {
  ...{ id: 'evm', title: 'Ethereum', namespace: 'eip155' },
  networks: [
    {
      id: 'eip155:31337',
      title: 'Practice chain',
      rpc: ['http://localhost:1/'],
      symbol: 'ETH',
      decimals: 18,
    },
  ],
};
const account = 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';

afterEach(() => void Reflect.deleteProperty(globalThis, 'linkspanPage'));

it('takes the place of the page, and the next one takes its place', async () => {
  const first = createFakeLinkspan([evm]);
  const provider = getProvider();
  expect(getLinkspan()).toBe(first.linkspan);
  first.connect('evm', account);
  const second = createFakeLinkspan([evm]);
  expect(getLinkspan()).toBe(second.linkspan);
  expect(getProvider()).not.toBe(provider);
  await expect(getProvider().request({ method: 'eth_accounts' })).resolves.toEqual([]);
});

it('answers every command, and notes what was asked', async () => {
  const { linkspan, asked } = createFakeLinkspan([evm]);
  linkspan.open({ view: 'activity' });
  await linkspan.connect('evm', { walletId: 'harbour' });
  await expect(linkspan.signMessage('evm', 'Ahoy')).resolves.toMatchObject({ message: 'Ahoy' });
  await linkspan.signSignInMessage('evm', { nonce: '12345678' });
  await expect(linkspan.send('evm', { to: '0xb', amount: 5n })).resolves.toEqual({ transaction: '0x1' });
  await linkspan.switchNetwork('evm', 'eip155:31337');
  await linkspan.switchAccount('evm', account);
  expect(linkspan.family('evm').$connection.get()).toMatchObject({ address: account.split(':')[2] });
  await linkspan.disconnect();
  linkspan.close();
  await new Promise((resolve) => setTimeout(resolve));
  expect(asked).toEqual([
    'open activity',
    'connect evm harbour',
    'message evm Ahoy',
    'sign-in evm 12345678',
    'send evm 0xb 5',
    'switchNetwork evm eip155:31337',
    `switchAccount evm ${account}`,
    'disconnect evm',
    'close',
  ]);
});

it('fails as it is told, until it is told otherwise', async () => {
  const { linkspan, answers, connect, asked } = createFakeLinkspan([evm]);
  connect('evm', account);
  answers.failure = { code: 'wallet/rejected', context: { wallet: 'Fake Wallet' } };
  await expect(linkspan.signMessage('evm', 'Ahoy')).rejects.toMatchObject({ code: 'wallet/rejected' });
  await expect(getProvider().request({ method: 'personal_sign' })).rejects.toMatchObject({ code: 4001 });
  delete answers.failure;
  await linkspan.signMessage('evm', 'Ahoy');
  expect(asked).toHaveLength(3);
});

it('answers with what a test says', async () => {
  const { linkspan, answers, connect } = createFakeLinkspan([evm]);
  connect('evm', account);
  answers.send = async () => '0xabc';
  answers.call = (_, method) => method.length;
  await expect(linkspan.send('evm', { to: '0xb', amount: 5n })).resolves.toEqual({ transaction: '0xabc' });
  const proposed = { transaction: '0xabd', awaits: 'owners' } as const;
  answers.send = () => proposed;
  await expect(linkspan.send('evm', { to: '0xb', amount: 5n })).resolves.toEqual(proposed);
  await expect(getProvider().request({ method: 'personal_sign' })).resolves.toBe(13);
});

it('throws for a family that it was not given, and for a connection without accounts', () => {
  const { connect, setBalance } = createFakeLinkspan([evm]);
  expect(() => connect('near', 'near:testnet:a')).toThrow('no family near');
  expect(() => connect('evm')).toThrow('has an account');
  expect(() => setBalance('evm', 1n)).toThrow('evm is not connected');
});
