import { type Network, type Pairing, toAccountId } from '@linkspan/contract';
import type { KnownWallet, LoadRequest } from '@linkspan/kit/discovery';
import { createDeferred, type Deferred } from '@linkspan/kit/testing/deferred';
import { createDiscoveryPort } from '@linkspan/kit/testing/discovery';
import { createStorage } from '@linkspan/kit/testing/storage';
import { nearAccounts, type PracticeNearAccount } from '@linkspan/practice/accounts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openLoaded } from './loaded.ts';
import { type Provider, readQuietly } from './provider.ts';
import { installHot } from './wallets/testing/hot.ts';
import { type FakeRelay, installRelay, pass, reply, seen } from './wallets/testing/hot-relay.ts';
import { installMeteor } from './wallets/testing/meteor.ts';

const [{ accountId, publicKey }, pier] = nearAccounts as unknown as [
  PracticeNearAccount,
  PracticeNearAccount,
];
const hotWallet = { id: 'hot-wallet', name: 'HOT Wallet', reach: 'pairing' } as const;
const network: Network<'near'> = {
  ...{ id: 'near:mainnet', title: 'NEAR', rpc: ['http://127.0.0.1:1'], symbol: 'NEAR', decimals: 24 },
};
const restoring: LoadRequest<'near'> = {
  ...{ id: 'restore', network: network.id, signal: new AbortController().signal, deadlineMs: 1_000 },
};

let hot: ReturnType<typeof installHot>;
let relay: FakeRelay;
let storage: ReturnType<typeof createStorage>;

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

const meteorWallet = { id: 'meteor-wallet', name: 'Meteor Wallet', reach: 'window' } as const;
const [own, others] = [toAccountId(network.id, accountId), toAccountId(network.id, pier.accountId)];

/** A wallet in a page of its own, which has this storage. */
function open(asked: LoadRequest<'near'> = { network: network.id }, known: KnownWallet = hotWallet) {
  const { showPairing } = relay;
  const { port } = createDiscoveryPort({ family: 'near', networks: [network], storage, showPairing });
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

it.each([
  ['hot-wallet', true, true],
  ['intear-wallet', true, true],
  ['mynearwallet', true, undefined],
  ['meteor-wallet', false, undefined],
])('%s takes several transactions at once, or not, and arguments in bytes, or not', async (id, ...takes) => {
  const provider = await open(undefined, { id, name: id, reach: 'window' });
  expect([provider?.has('signAndSendTransactions'), provider?.hasJsonAlone]).toEqual(takes);
  expect(provider?.has('signAndSendTransaction')).toBe(true);
});

describe('an account that HOT’s relay has named', () => {
  it('is unverified until a signature proves it, and stays verified in a later page', async () => {
    const provider = await openHot();
    await pair(provider);
    expect(provider.proof?.has(own)).toBe(false);
    provider.proof?.add(own);
    expect(provider.proof?.has(own)).toBe(true);
    expect((await openHot()).proof?.has(own)).toBe(true);
    expect(provider.proof?.has(others)).toBe(false);
  });

  it('is not proved by a signature of the account before it', async () => {
    const provider = await openHot();
    await pair(provider, pier.accountId);
    provider.proof?.add(own);
    expect(provider.proof?.has(others)).toBe(false);
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
    provider.proof?.add(own);
    await provider.request('signOut', network.id);
    expect(await open(restoring)).toBeUndefined();
    expect(storage.kept.size).toBe(0);
    await pair(provider);
    expect(provider.proof?.has(own)).toBe(false);
  });
});

it('is verified if HOT’s extension has named it', async () => {
  Object.assign(hot.page, { hotExtension: { request: async () => ({ accountId, publicKey }) } });
  const provider = await openHot();
  await provider.request('signIn', network.id);
  expect(provider.proof?.has(own)).toBe(true);
  expect(relay.calls).toEqual([]);
});

describe('a request by HOT’s relay', () => {
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

  it.each(['signIn', 'signMessage', 'signAndSendTransaction'] as const)(
    'of %s is ended by a sign-out: the relay is asked no more',
    async (method) => {
      const provider = await openHot();
      const asked = provider.request(method, network.id, { ...message, ...transfer });
      asked.catch(() => undefined);
      await seen(shown);
      await provider.request('signOut', network.id);
      await expect(asked).rejects.toMatchObject({ code: 'wallet/cancelled' });
      relay.said.push(reply({ accountId, publicKey }));
      await pass(60_000);
      expect([relay.looks(), relay.deletes(), shown()]).toEqual([0, 1, undefined]);
      expect(await provider.request('getAccounts', network.id)).toEqual([]);
    },
  );
});

describe('the account that Nightly shows', () => {
  const nightly: KnownWallet = { id: 'nightly-wallet', name: 'Nightly', installUrl: 'https://nightly.app' };
  const near = { account: {}, isConnected: true, connect: async () => undefined };
  const show = (named: string) => Object.assign(near, { account: { accountId: named, publicKey } });
  beforeEach(() => {
    show(accountId);
    Object.assign(hot.page, { nightly: { near } });
  });

  async function openNightly() {
    const provider = (await open(undefined, nightly)) as Provider;
    await provider.request('signIn', network.id);
    return { read: () => provider.request('getAccounts', network.id) };
  }

  it('is read each time, and remembered', async () => {
    const { read } = await openNightly();
    expect(await read()).toEqual([{ accountId }]);
    show('Pier.practice');
    expect(await read()).toEqual([{ accountId: 'pier.practice' }]);
    const later = await open(restoring, nightly);
    expect(await later?.request('getAccounts', network.id)).toEqual([{ accountId: 'pier.practice' }]);
  });

  it.each([
    ['it shows none', { account: { accountId: '' } }],
    ['it shows one in no form that is known', { account: { accountId: 7, publicKey } }],
    ['it has nothing to show', { account: undefined }],
  ])('is the one that it has named if %s', async (_, shown) => {
    const { read } = await openNightly();
    Object.assign(near, shown);
    expect(await read()).toEqual([{ accountId }]);
  });

  it('is read by each who asks quietly, though the page loses the focus', async () => {
    const provider = (await open(undefined, nightly)) as Provider;
    await provider.request('signIn', network.id);
    const first = readQuietly(provider, network.id);
    hot.page.dispatchEvent(new Event('blur'));
    await first;
    show('pier.practice');
    expect(await readQuietly(provider, network.id)).toEqual([{ accountId: 'pier.practice' }]);
  });
});

describe('a wallet that cannot be told that it is given up', () => {
  const nightly: KnownWallet = { id: 'nightly-wallet', name: 'Nightly', installUrl: 'https://nightly.app' };
  let ended: AbortController;
  let connected: Deferred<void>;
  let signed: number;

  beforeEach(() => {
    ended = new AbortController();
    connected = createDeferred();
    signed = 0;
    const account = { accountId, publicKey };
    const near = {
      account: {},
      isConnected: true,
      async connect() {
        await connected.promise;
        Object.assign(near.account, account);
      },
      disconnect: async () => undefined,
      signMessage: async () => {
        signed += 1;
      },
    };
    Object.assign(hot.page, { nightly: { near } });
  });

  it('names no account by an answer that comes too late', async () => {
    const provider = (await open(undefined, nightly)) as Provider;
    const signedIn = provider.request('signIn', network.id, undefined, ended.signal);
    signedIn.catch(() => undefined);
    await pass(0);
    ended.abort();
    await expect(signedIn).rejects.toMatchObject({ code: 'wallet/cancelled' });
    connected.resolve();
    await pass(0);
    expect(await provider.request('getAccounts', network.id)).toEqual([]);
    expect(storage.kept.size).toBe(0);
  });

  it('is not asked if it is given up while its code is loading', async () => {
    const provider = (await open(undefined, nightly)) as Provider;
    await provider.request('signOut', network.id);
    const asked = provider.request('signMessage', network.id, message, ended.signal);
    asked.catch(() => undefined);
    ended.abort();
    await expect(asked).rejects.toMatchObject({ code: 'wallet/cancelled' });
    await pass(0);
    expect(signed).toBe(0);
  });
});

it('closes Meteor’s window for the next request, which alone is answered', async () => {
  const meteor = installMeteor({ site: 'https://wallet.meteorwallet.app' });
  const provider = (await open(undefined, meteorWallet)) as Provider;
  meteor.switches.isSilent = true;
  const older = provider.request('signMessage', network.id, message);
  older.catch(() => undefined);
  await pass(0);
  meteor.switches.isSilent = false;
  const newer = provider.request('signMessage', network.id, message);
  await expect(older).rejects.toMatchObject({ code: 'wallet/cancelled' });
  expect(meteor.windows[0]?.closed).toBe(true);
  expect(await newer).toMatchObject({ accountId });
});

it('names to Meteor the account that its sign-in has named, until the sign-out', async () => {
  const meteor = installMeteor({ isExtension: true });
  const provider = (await open(undefined, meteorWallet)) as Provider;
  const inputsOf = (type: string) =>
    meteor.heard
      .filter(({ envelope }) => envelope.actionType === type)
      .flatMap(({ envelope }) => envelope.inputs ?? []);
  await provider.request('signIn', network.id);
  await provider.request('signMessage', network.id, message);
  expect(inputsOf('sign_message')).toEqual([{ ...message, accountId }]);
  await provider.request('signOut', network.id);
  expect(storage.kept.size).toBe(0);
});

const transfer = {
  ...{ signerId: accountId, receiverId: pier.accountId },
  actions: [{ type: 'Transfer', params: { deposit: '7' } }],
};
const message = { message: 'Ahoy', recipient: 'app.example', nonce: new Uint8Array(32) };
