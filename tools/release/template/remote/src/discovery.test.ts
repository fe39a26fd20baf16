import { createAttempt, createDiscoveryPort } from '@linkspan/kit/testing/discovery';
import { expect, it, vi } from 'vitest';
import { addresses } from '../practice/wallet.js';
import { discover } from './discovery.ts';

const network = '__NAMESPACE__:practice' as const;
const info = { id: 'harbour', name: 'Harbour' };

/** A page with this announcement, and what is listed there. */
function openPage(detail: object) {
  const page = new EventTarget();
  vi.stubGlobal('window', page);
  page.addEventListener('__FAMILY__:request', () =>
    page.dispatchEvent(new CustomEvent('__FAMILY__:announce', { detail })),
  );
  const networks = [
    { id: network, title: 'The fixture', rpc: ['http://localhost'], symbol: 'COIN', decimals: 9 },
  ] as const;
  const { port, list } = createDiscoveryPort<'__NAMESPACE__'>({ family: '__FAMILY__', networks });
  return { discovery: discover(port), list };
}

const openWallet = (request: (call: { readonly method: string }) => unknown) =>
  openPage({ info, provider: { request: async (call: { readonly method: string }) => request(call) } })
    .discovery;

it('a wallet that announces itself is listed', () => {
  const { list } = openPage({ info, provider: { request: async () => [] } });
  expect(list()).toEqual([{ ...info, reach: 'installed' }]);
});

it.each([[{}], [{ info }], [{ info: { id: 'harbour' }, provider: { request: () => [] } }]])(
  'a wallet is not listed if it announces %j',
  (detail) => {
    expect(openPage(detail).list()).toEqual([]);
  },
);

it('an attempt is approved with the accounts of the wallet', async () => {
  const { options } = createAttempt(network);
  const { accounts } = await openWallet(() => addresses).attempt('harbour', options);
  expect(accounts).toEqual(addresses.map((address) => `${network}:${address}`));
});

it.each([
  [4001, 'wallet/rejected'],
  [4100, 'wallet/unauthorized'],
  [-32002, 'wallet/pending'],
  [0, 'wallet/failed'],
])('an attempt that the wallet refuses with %i rejects with %s', async (code, expected) => {
  const { options } = createAttempt(network);
  const discovery = openWallet(() => {
    throw Object.assign(new Error('No.'), { code });
  });
  await expect(discovery.attempt('harbour', options)).rejects.toMatchObject({ code: expected });
});

it.each([[undefined], [['']], [[7]], ['accounts']])(
  'an attempt that the wallet answers with %j rejects with wallet/malformed',
  async (answer) => {
    const { options } = createAttempt(network);
    const attempt = openWallet(() => answer).attempt('harbour', options);
    await expect(attempt).rejects.toMatchObject({ code: 'wallet/malformed' });
  },
);

it('a restore asks for no connection, and finds nothing if nothing is granted', async () => {
  const asked: string[] = [];
  const discovery = openWallet(({ method }) => {
    asked.push(method);
    return [];
  });
  const { options } = createAttempt(network);
  expect(await discovery.restore('harbour', options)).toBeUndefined();
  expect(asked).toEqual(['accounts']);
});
