import type { DiscoveryPort, Network, Pairing, ScopedStorage } from '@linkspan/contract';
import type { LoadAsked } from '@linkspan/kit/discovery';
import { createStorage } from '@linkspan/kit/testing/storage';
import { nearAccounts, type PracticeNearAccount } from '@linkspan/practice/accounts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLoaded } from './loaded.ts';
import type { Provider } from './provider.ts';
import { installHot } from './wallets/testing/hot.ts';
import { type FakeRelay, installRelay, pass, reply, seen } from './wallets/testing/hot-relay.ts';

const [{ accountId, publicKey }, pier] = nearAccounts as unknown as [
  PracticeNearAccount,
  PracticeNearAccount,
];
const known = { id: 'hot-wallet', name: 'HOT Wallet', reach: 'pairing' } as const;
const network: Network<'near'> = {
  ...{ id: 'near:mainnet', title: 'NEAR', rpc: ['http://127.0.0.1:1'], symbol: 'NEAR', decimals: 24 },
};
const restoring: LoadAsked<'near'> = {
  ...{ id: 'restore', network: network.id, signal: new AbortController().signal, deadlineMs: 1_000 },
};

let hot: ReturnType<typeof installHot>;
let relay: FakeRelay;
let storage: ScopedStorage;

beforeEach(() => {
  hot = installHot();
  relay = installRelay();
  storage = createStorage();
  Object.assign(hot.page, { hotExtension: undefined });
});
afterEach(async () => {
  await pass(0);
  vi.useRealTimers();
});

/** HOT in a page of its own, which has this storage. */
function open(asked: LoadAsked<'near'> = { network: network.id }): Promise<Provider | undefined> {
  const port: DiscoveryPort<'near'> = {
    ...{ family: 'near', networks: [network], options: undefined, storage },
    signal: new AbortController().signal,
    importCode: (_, load) => load(),
    showPairing: relay.showPairing,
    publish: () => undefined,
    unlocked: () => undefined,
  };
  return openLoaded(known, asked, port);
}

async function openHot(): Promise<Provider> {
  return (await open()) as Provider;
}

const shown = () => relay.shown.at(-1) as Pairing | undefined;

/** Signs in by the relay, as this account. */
async function pair(provider: Provider, as = accountId): Promise<void> {
  const signedIn = provider.request('signIn', network.id);
  await seen(shown);
  relay.said.push(reply({ accountId: as, publicKey }));
  await pass(3_000);
  await signedIn;
}

describe('an account that HOT’s relay has named', () => {
  it('is unverified until a signature proves it, and stays verified in a later page', async () => {
    const provider = await openHot();
    await pair(provider);
    expect(provider.proof?.has(network.id)).toBe(false);
    provider.proof?.add(network.id);
    expect(provider.proof?.has(network.id)).toBe(true);
    expect((await openHot()).proof?.has(network.id)).toBe(true);
    await pair(provider, pier.accountId);
    expect(provider.proof?.has(network.id), 'another account').toBe(false);
  });

  it('is restored without asking anybody', async () => {
    await pair(await openHot());
    const { length } = relay.calls;
    const provider = await open(restoring);
    expect(await provider?.request('getAccounts', network.id)).toEqual([{ accountId }]);
    await pass(10_000);
    expect(relay.calls).toHaveLength(length);
    expect(shown()).toBeUndefined();
  });

  it('is forgotten with the sign-out, so that nothing is restored', async () => {
    const provider = await openHot();
    await pair(provider);
    provider.proof?.add(network.id);
    await provider.request('signOut', network.id);
    expect(await open(restoring)).toBeUndefined();
    await pair(provider);
    expect(provider.proof?.has(network.id)).toBe(false);
  });
});

it('is verified if HOT’s extension has named it', async () => {
  Object.assign(hot.page, { hotExtension: { request: async () => ({ accountId, publicKey }) } });
  const provider = await openHot();
  await provider.request('signIn', network.id);
  expect(provider.proof?.has(network.id)).toBe(true);
  expect(relay.calls).toEqual([]);
});

describe('a request by HOT’s relay', () => {
  it.each([
    [{ message: 'User rejected the request' }, 'wallet/rejected'],
    ['out of ink', 'wallet/failed'],
    [null, 'wallet/failed'],
  ])('that is refused by %j fails with %s', async (payload, code) => {
    const provider = await openHot();
    const signedIn = provider.request('signIn', network.id);
    signedIn.catch(() => undefined);
    await seen(shown);
    relay.said.push(reply(payload, false));
    await pass(3_000);
    await expect(signedIn).rejects.toMatchObject({ code });
  });

  it('is ended by the next one, whose code stays', async () => {
    const provider = await openHot();
    const first = provider.request('signIn', network.id);
    first.catch(() => undefined);
    const { uri } = await seen(shown);
    const second = provider.request('signMessage', network.id, { ...message });
    second.catch(() => undefined);
    await expect(first).rejects.toMatchObject({ code: 'wallet/cancelled' });
    await seen(() => shown() && shown()?.uri !== uri);
    expect(relay.deletes()).toBe(1);
    relay.said.push(reply('signed'));
    await pass(3_000);
    expect(await second).toBe('signed');
    expect(relay.looks()).toBe(1);
  });
});

const message = { message: 'Ahoy', recipient: 'app.example', nonce: new Uint8Array(32) };
