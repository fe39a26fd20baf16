import { createAttempt, createDiscoveryPort } from '@linkspan/kit/testing/discovery';
import { expect, it, vi } from 'vitest';
import { addresses } from '../practice/chain.js';
import { discover } from './discovery.ts';

const network = 'tron:0x2b6653dc' as const;
const info = { uuid: '1', rdns: 'harbour.example', name: 'Harbour', icon: '' };
const [own = ''] = addresses;
type Request = (call: { readonly method: string }) => unknown;

/** A page with a wallet that answers so, and what is listed there. */
function openPage(request: Request, more: object = {}) {
  const page = Object.assign(new EventTarget(), { location: { origin: 'http://localhost', pathname: '/' } });
  vi.stubGlobal('window', page);
  const provider = { request: async (call: { readonly method: string }) => request(call), ...more };
  page.addEventListener('TIP6963:requestProvider', () =>
    page.dispatchEvent(new CustomEvent('TIP6963:announceProvider', { detail: { info, provider } })),
  );
  const networks = [
    { id: network, title: 'Tron', rpc: ['http://localhost'], symbol: 'TRX', decimals: 6 },
  ] as const;
  const { port, list } = createDiscoveryPort<'tron'>({ family: 'tron', networks });
  return { discovery: discover(port), list };
}

const attempt = (request: Request) =>
  openPage(request).discovery.attempt('harbour.example', createAttempt(network).options);

it('a wallet that announces itself is listed, before TronLink that is not here', () => {
  const listed = openPage(() => []).list();
  expect(listed).toMatchObject([
    { id: 'harbour.example', reach: 'installed' },
    { name: 'TronLink', reach: 'absent' },
  ]);
});

it('an attempt is approved with the account of the wallet, on its network', async () => {
  const { accounts } = await attempt(({ method }) => (method === 'eth_chainId' ? '0x2b6653dc' : [own]));
  expect(accounts).toEqual([`${network}:${own}`]);
});

it('an attempt asks a wallet on a network that the page does not have for another', async () => {
  const asked: string[] = [];
  const { accounts } = await attempt(({ method }) => {
    asked.push(method);
    return method === 'eth_chainId' ? '0xcd8690dc' : [own];
  });
  expect(asked).toEqual(['eth_requestAccounts', 'eth_chainId', 'wallet_switchEthereumChain']);
  expect(accounts).toEqual([`${network}:${own}`]);
});

it.each([
  [4001, 'wallet/rejected'],
  [4100, 'wallet/unauthorized'],
  [-32002, 'wallet/pending'],
])('an attempt that the wallet refuses with %i rejects with %s', async (code, expected) => {
  const refused = attempt(() => {
    throw Object.assign(new Error('No.'), { code });
  });
  await expect(refused).rejects.toMatchObject({ code: expected });
});

it.each([[[7]], [['TMVQGm1qAQYVdetCeGRRkTWYYrLXuHK2HD']], [['0x00']]])(
  'an attempt that the wallet answers with %j rejects with wallet/malformed',
  async (answer) => {
    await expect(attempt(() => answer)).rejects.toMatchObject({ code: 'wallet/malformed' });
  },
);

it.each([[{}], [{ tronWeb: false }], [{ tronWeb: { defaultAddress: { base58: false } } }]])(
  'a restore of a wallet with %j asks nobody, and says that it may be locked',
  async (more) => {
    const asked: string[] = [];
    const { discovery } = openPage(({ method }) => asked.push(method), more);
    const restore = discovery.restore('harbour.example', createAttempt(network).options);
    await expect(restore).rejects.toMatchObject({ code: 'wallet/locked-or-ended' });
    expect(asked).toEqual([]);
  },
);
