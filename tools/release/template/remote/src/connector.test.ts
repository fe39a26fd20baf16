import { type Connection, type Lease, LinkspanError, type Port } from '@linkspan/contract';
import { createStorage } from '@linkspan/kit/testing/storage';
import { beforeEach, expect, it, vi } from 'vitest';
import { mount } from './connector.ts';
import type { Provider } from './provider.ts';

const network = '__NAMESPACE__:practice' as const;
const [first, second, third] = ['1', '2', '3'].map((digit) => digit.repeat(64)) as [string, string, string];
const toIds = (...addresses: readonly string[]) =>
  addresses.map((address) => `${network}:${address}` as const);

/** What the wallet shows, or its refusal; and what the connector has published last. */
let shown: readonly string[] | Error;
let published: Connection | undefined;
let report: () => void;

/** A connector that has adopted a wallet with the second of its accounts in use. */
beforeEach(async () => {
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('No network')));
  shown = [first, second];
  const provider: Provider = {
    async request() {
      if (shown instanceof Error) throw shown;
      return shown;
    },
    onAccounts(listener) {
      report = () => listener(undefined);
      return true;
    },
  };
  const port: Port<'__NAMESPACE__'> = {
    ...{ family: '__FAMILY__', options: {}, storage: createStorage(), signal: new AbortController().signal },
    networks: [{ id: network, title: 'N', rpc: ['http://localhost'], symbol: 'COIN', decimals: 9 }],
    importCode: (_, load) => load(),
    showPairing: () => undefined,
    view: undefined as never,
  };
  const ignore = () => undefined;
  const lease: Lease<'__NAMESPACE__'> = {
    ...{ publishBalance: ignore, publishBalanceFailure: ignore },
    publishConnection: (connection) => {
      published = connection;
    },
  };
  const [inUse, other] = toIds(second, first) as [`__NAMESPACE__:${string}:${string}`, never];
  const wallet = { id: 'harbour', name: 'Harbour' };
  await mount(port).adopt({ attempt: '1', wallet, accounts: [inUse, other], provider: { provider } }, lease);
});

it('takes the account into use that the page wants', () => {
  expect(published).toMatchObject({ status: 'connected', accounts: toIds(second, first) });
});

it('keeps that account until the wallet chooses another one', async () => {
  shown = [first, second, third];
  report();
  await vi.waitFor(() => expect(published).toMatchObject({ accounts: toIds(second, first, third) }));
  shown = [third, first, second];
  report();
  await vi.waitFor(() => expect(published).toMatchObject({ accounts: toIds(third, first, second) }));
});

it('waits for a locked wallet, and returns with it', async () => {
  shown = new LinkspanError('wallet/locked', { wallet: 'Harbour' });
  report();
  await vi.waitFor(() => expect(published).toMatchObject({ failure: { code: 'wallet/locked' } }));
  expect(published?.status).toBe('reconnecting');
  shown = [first, second];
  report();
  await vi.waitFor(() => expect(published?.status).toBe('connected'));
});

it('ends if the wallet shows no account any more', async () => {
  shown = [];
  report();
  await vi.waitFor(() => expect(published?.status).toBe('disconnected'));
  expect(published).toMatchObject({ failure: { code: 'wallet/revoked' } });
});
