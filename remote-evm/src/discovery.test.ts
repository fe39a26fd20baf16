import { field, LinkspanError } from '@linkspan/contract';
import type { Handed } from '@linkspan/kit/session';
import { turn, turns } from '@linkspan/kit/testing/deferred';
import { createAttempt } from '@linkspan/kit/testing/discovery';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Provider } from './provider.ts';
import { openConnector, openDiscovery, openWindow } from './testing/page.ts';
import { createWallet, toStrict } from './testing/wallet.ts';

afterEach(() => void vi.useRealTimers());

const unauthorized = 'The requested method and/or account has not been authorized by the user.';

let page: EventTarget;

beforeEach(() => {
  page = openWindow();
});

const idsOf = (list: readonly { readonly id: string }[]) => list.map(({ id }) => id);
const known = ['io.metamask', 'io.rabby', 'com.coinbase.wallet'];
/** Until the reads of the list are answered. */

const toAttempt = (changes?: Parameters<typeof createAttempt<'eip155'>>[1]) =>
  createAttempt('eip155:31337', changes);

const toRestore = (deadlineMs = 5_000) => ({
  id: 'restore-1',
  network: 'eip155:31337' as const,
  signal: new AbortController().signal,
  deadlineMs,
});

/** What a wallet's object may claim of itself. */
const foreign = { isSafe: true, own: { isSafe: true }, proof: { has: () => false, add: () => undefined } };

describe('the list', () => {
  it('offers the known wallets with an install link before any wallet has announced itself', () => {
    const { list } = openDiscovery();
    expect(idsOf(list())).toEqual(known);
    for (const wallet of list())
      expect(wallet).toMatchObject({ reach: 'absent', installUrl: expect.stringMatching(/^https:/) });
  });

  it('offers to open this page in the app of MetaMask', () => {
    const { list } = openDiscovery();
    expect(list().map((wallet) => field(wallet, 'openUrl'))).toEqual([
      'https://link.metamask.io/dapp/app.example/swap',
      undefined,
      undefined,
    ]);
  });

  it('hears a wallet that comes late, and replaces its absent row', () => {
    const { list } = openDiscovery();
    createWallet({ rdns: 'io.metamask', name: 'MetaMask' }).announce(page);
    expect(idsOf(list())).toEqual(known);
    expect(list()[0]).toMatchObject({ reach: 'installed' });
  });

  it('takes a build for testers for the wallet it is', () => {
    const { list } = openDiscovery();
    createWallet({ rdns: 'io.metamask.flask', name: 'MetaMask Flask' }).announce(page);
    expect(idsOf(list())).toEqual(['io.metamask.flask', 'io.rabby', 'com.coinbase.wallet']);
  });

  it('lists a wallet once, however often it announces itself', () => {
    const { list, lists } = openDiscovery();
    const wallet = createWallet();
    wallet.announce(page);
    const before = lists.length;
    wallet.announce(page);
    page.dispatchEvent(new Event('eip6963:requestProvider'));
    expect(lists.length).toBe(before);
    expect(idsOf(list())).toEqual(['org.example.harbour', ...known]);
  });

  it('lists two wallets of one name apart, the first under the plain id', async () => {
    const { list } = openDiscovery();
    createWallet({ uuid: 'one' }).announce(page);
    createWallet({ uuid: 'two' }).announce(page);
    await expect
      .poll(() => idsOf(list()))
      .toEqual(['org.example.harbour', 'org.example.harbour#2', ...known]);
  });

  it.each(['says that it is gone', 'hangs'])(
    'gives the place of a wallet that %s to one that announces itself in its name',
    async (how) => {
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const { list, lists, restore } = openDiscovery();
      const before = createWallet({ granted: true });
      before.announce(page);
      if (how === 'hangs') before.switches.hangs = ['eth_chainId', 'eth_accounts'];
      else before.switches.errors.eth_chainId = { code: 4900, message: 'Gone' };
      const after = createWallet({ granted: true });
      after.announce(page);
      await vi.waitFor(async () => {
        await vi.advanceTimersByTimeAsync(500);
        expect(lists.length).toBe(4);
      });
      vi.useRealTimers();
      expect(lists.slice(1).map((rows) => rows[0]?.reach)).toEqual(['installed', 'absent', 'installed']);
      expect(idsOf(list())).toEqual(['org.example.harbour', ...known]);
      await restore('org.example.harbour', toRestore());
      expect(after.asked).toContain('eth_accounts');
      expect(before.listeners()).toBe(0);
    },
  );

  it('takes no place from a wallet that lives, whatever another claims to be', async () => {
    const { list, attempt } = openDiscovery();
    const real = createWallet();
    real.announce(page);
    const spoof = createWallet();
    spoof.announce(page);
    await expect.poll(() => list().length).toBe(2 + known.length);
    await attempt('org.example.harbour', toAttempt().options);
    expect(real.asked).toContain('eth_requestAccounts');
    expect(spoof.asked).not.toContain('eth_requestAccounts');
  });

  it('lists the wallet beside an imitator that came before it under the same rdns and uuid', async () => {
    const { list } = openDiscovery();
    createWallet({ uuid: 'one', name: 'Imitator' }).announce(page);
    createWallet({ uuid: 'one', name: 'Harbour' }).announce(page);
    const names = () => list().map(({ name }) => name);
    await expect.poll(names).toEqual(['Imitator', 'Harbour', 'MetaMask', 'Rabby Wallet', 'Coinbase Wallet']);
    expect(new Set(list().map(({ identity }) => identity)).size).toBe(1 + known.length);
  });

  it('has one row for a wallet that announces itself in another wrapper each time it is asked', async () => {
    const { list, attempt } = openDiscovery();
    const wallet = createWallet();
    const info = { uuid: 'one', rdns: 'org.example.harbour', name: 'Harbour' };
    const announce = () => {
      const detail = { info, provider: { ...wallet.provider } };
      page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    };
    page.addEventListener('eip6963:requestProvider', announce);
    announce();
    for (let count = 0; count < 5; count += 1) {
      page.dispatchEvent(new Event('focus'));
      announce();
    }
    await turns();
    expect(idsOf(list())).toEqual(['org.example.harbour', ...known]);
    await attempt('org.example.harbour', toAttempt().options);
    expect(wallet.asked).toContain('eth_requestAccounts');
  });

  it('has a row for the wallet and one for an imitator that copies all of its announcement', async () => {
    const { list } = openDiscovery();
    const [imitator, wallet] = [createWallet({ uuid: 'one' }), createWallet({ uuid: 'one' })];
    for (const one of [imitator, wallet]) one.announce(page);
    await expect.poll(() => list().length).toBe(2 + known.length);
    page.dispatchEvent(new Event('focus'));
    await turns();
    expect(list()).toHaveLength(2 + known.length);
  });

  it.each([
    ['claims to be a Safe, with proofs of its own', (wallet: object) => Object.assign(wallet, foreign)],
    ['throws at each name but those of EIP-1193', toStrict],
  ])('connects and sends by a wallet that %s', async (_, change) => {
    const { attempt } = openDiscovery();
    const { provider, accounts } = createWallet();
    const info = { uuid: 'one', rdns: 'org.example.harbour', name: 'Harbour' };
    const detail = { info, provider: change({ ...provider }) };
    page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    const approved = await attempt('org.example.harbour', toAttempt().options);
    const { adopt, view } = openConnector();
    await adopt({ ...(approved.provider as Handed<Provider>), accounts });
    const connection = view.connection.get();
    expect(connection).toMatchObject({
      status: 'connected',
      capabilities: expect.arrayContaining(['switchNetwork']),
    });
    expect(connection).not.toHaveProperty('isUnverified');
  });

  it('passes over an announcement that is not in the form of EIP-6963', () => {
    const { list } = openDiscovery();
    const { provider } = createWallet();
    const info = { uuid: 'u', rdns: 'org.example.x', name: 'X' };
    for (const detail of [
      undefined,
      null,
      {},
      { info },
      { info: { ...info, name: '' }, provider },
      { info, provider: {} },
    ])
      page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    expect(idsOf(list())).toEqual(known);
  });

  it('drops a wallet that is gone, and lists it again when it is back', async () => {
    const { list } = openDiscovery();
    const wallet = createWallet();
    wallet.announce(page);
    wallet.switches.gone = true;
    wallet.emit('disconnect', { code: 4900 });
    await turn();
    expect(idsOf(list())).toEqual(known);
    wallet.switches.gone = false;
    page.dispatchEvent(new Event('focus'));
    expect(idsOf(list())).toEqual(['org.example.harbour', ...known]);
  });

  it('keeps a wallet that only lost its network', async () => {
    const { list } = openDiscovery();
    const wallet = createWallet();
    wallet.announce(page);
    wallet.emit('disconnect', { code: 1013 });
    await turn();
    expect(idsOf(list())).toEqual(['org.example.harbour', ...known]);
  });

  it('ignores everything after its end, and leaves no listener', () => {
    const wallet = createWallet();
    wallet.announce(page);
    const { lists, end } = openDiscovery();
    const before = lists.length;
    end();
    createWallet({ rdns: 'org.example.pier' }).announce(page);
    expect(lists.length).toBe(before);
    expect(wallet.listeners()).toBe(0);
  });
});

describe('an attempt', () => {
  it('asks the wallet once, and answers with its accounts on its network', async () => {
    const wallet = createWallet();
    wallet.announce(page);
    const { options, steps } = toAttempt();
    const approved = await openDiscovery().attempt('org.example.harbour', options);
    expect(approved).toMatchObject({
      attempt: 'attempt-1',
      wallet: { id: 'org.example.harbour', name: 'Harbour' },
    });
    expect(approved.accounts).toEqual(
      wallet.accounts.slice(0, 2).map(({ address }) => `eip155:31337:${address}`),
    );
    expect(wallet.asked).toEqual(['eth_requestAccounts', 'eth_chainId']);
    expect(steps).toEqual(['asking', 'adopting']);
  });

  it('says that it is approved while the wallet does not say its network, and gives that up', async () => {
    const wallet = createWallet();
    wallet.announce(page);
    wallet.switches.hangs = ['eth_chainId'];
    const { options, steps } = toAttempt({ deadlineMs: 20 });
    const attempt = openDiscovery().attempt('org.example.harbour', options);
    await expect(attempt).rejects.toMatchObject({ code: 'wallet/timeout', context: { wallet: 'Harbour' } });
    expect(steps).toEqual(['asking', 'adopting']);
  });

  it('tells that code of the remote does not load after an approval, and not that the wallet failed', async () => {
    const wallet = createWallet({ granted: true });
    wallet.announce(page);
    wallet.switches.answers = { eth_requestAccounts: [], eth_accounts: [] };
    const unloaded = new LinkspanError('loader/unreachable', { remote: 'remote-evm', stage: 'discovery' });
    const importCode = <Module>(names: readonly string[], load: () => Promise<Module>) =>
      names.includes('accounts') ? Promise.reject(unloaded) : load();
    const attempt = openDiscovery({ importCode }).attempt('org.example.harbour', toAttempt().options);
    await expect(attempt).rejects.toBe(unloaded);
  });

  it('takes accounts that a wallet shows only when it is read, and a moment after its approval', async () => {
    const wallet = createWallet({ granted: true });
    wallet.announce(page);
    wallet.switches.answers = { eth_requestAccounts: [], eth_accounts: [] };
    const attempt = openDiscovery().attempt('org.example.harbour', toAttempt().options);
    await expect.poll(() => wallet.asked).toContain('eth_accounts');
    wallet.switches.answers = {};
    await expect(attempt).resolves.toMatchObject({
      accounts: wallet.accounts.slice(0, 2).map(({ address }) => `eip155:31337:${address}`),
    });
  });

  describe('for a choice of accounts', () => {
    const choose = (wallet: ReturnType<typeof createWallet>) => {
      wallet.announce(page);
      return openDiscovery().attempt('org.example.harbour', toAttempt({ isChoice: true }).options);
    };

    it('asks a wallet also if it grants some already (EIP-2255)', async () => {
      const wallet = createWallet({ granted: true });
      wallet.switches.answer = 'none';
      const approved = choose(wallet);
      wallet.selectAccounts(...wallet.accounts.slice(2, 3));
      await wallet.decide('approve');
      await expect(approved).resolves.toMatchObject({
        accounts: [`eip155:31337:${wallet.accounts[2]?.address}`],
      });
      expect(wallet.asked).toEqual(['wallet_requestPermissions', 'eth_accounts', 'eth_chainId']);
    });

    it.each([4200, -32601])(
      'answers with what the wallet grants already if it cannot ask (%i)',
      async (code) => {
        const wallet = createWallet({ granted: true });
        wallet.switches.errors = { wallet_requestPermissions: { code, message: 'no' } };
        await expect(choose(wallet)).resolves.toMatchObject({ accounts: { length: 2 } });
      },
    );
  });

  it.each([[['']], [[null]]])(
    'calls a wallet locked that answers %j, since it was never unlocked',
    async (answer) => {
      const wallet = createWallet();
      wallet.announce(page);
      wallet.switches.answers = { eth_requestAccounts: answer, eth_accounts: answer };
      const discovery = openDiscovery();
      const attempt = discovery.attempt('org.example.harbour', toAttempt().options);
      await expect(attempt).rejects.toMatchObject({ code: 'wallet/locked', context: { wallet: 'Harbour' } });
    },
  );

  it('says so if the wallet is not here, shares no account, or answers nonsense', async () => {
    const wallet = createWallet();
    wallet.announce(page);
    const { attempt } = openDiscovery();
    await expect(attempt('io.metamask', toAttempt().options)).rejects.toMatchObject({
      code: 'wallet/absent',
      context: { wallet: 'MetaMask' },
    });
    wallet.switches.answers = { eth_requestAccounts: [] };
    await expect(attempt('org.example.harbour', toAttempt({ deadlineMs: 1 }).options)).rejects.toMatchObject({
      code: 'wallet/no-accounts',
    });
    wallet.switches.answers = { eth_requestAccounts: ['0xnonsense'] };
    await expect(attempt('org.example.harbour', toAttempt().options)).rejects.toMatchObject({
      code: 'wallet/malformed',
    });
    wallet.switches.answers = { eth_chainId: null };
    await expect(attempt('org.example.harbour', toAttempt().options)).rejects.toMatchObject({
      code: 'wallet/malformed',
    });
  });

  it('undoes an approval when it is cancelled while the wallet is slow to tell its network', async () => {
    const wallet = createWallet();
    wallet.announce(page);
    wallet.switches.hangs = ['eth_chainId'];
    const { options, cancel } = toAttempt();
    const attempt = openDiscovery().attempt('org.example.harbour', options);
    await turn();
    cancel();
    await expect(attempt).rejects.toMatchObject({ code: 'wallet/cancelled' });
    await expect.poll(() => wallet.asked.at(-1)).toBe('wallet_revokePermissions');
  });
});

describe('a restore', () => {
  it.each([
    ['wallet/locked-or-ended', { code: 4100, message: unauthorized }, undefined],
    ['wallet/locked', { code: 4100, message: unauthorized }, [{ parentCapability: 'eth_accounts' }]],
    ['wallet/refuses', { code: 4001, message: 'User rejected the request.' }, undefined],
    ['wallet/refuses', new Error('The popup was closed'), undefined],
  ])('that the wallet refuses is reported as %s: nobody was asked', async (code, refusal, permissions) => {
    const wallet = createWallet({ granted: true });
    wallet.announce(page);
    wallet.switches.errors = { eth_accounts: refusal };
    wallet.switches.answers = { wallet_getPermissions: permissions };
    const restored = openDiscovery().restore('org.example.harbour', toRestore(500));
    await expect(restored).rejects.toMatchObject({ code });
  });

  it.each(['lower', 'upper', 'checksum'] as const)(
    'names accounts as a connection does, and an attempt, if the wallet writes them in %s case',
    async (spelling) => {
      const wallet = createWallet();
      wallet.switches.spelling = spelling;
      wallet.announce(page);
      const { attempt, restore } = openDiscovery();
      const connector = openConnector();
      const approved = await attempt('org.example.harbour', toAttempt().options);
      const restored = await restore('org.example.harbour', toRestore());
      await connector.adopt(wallet);
      expect(approved.accounts).toEqual(connector.accounts());
      expect(restored?.accounts).toEqual(connector.accounts());
    },
  );

  it('tells a wallet that is locked from one that may grant nothing any more', async () => {
    const wallet = createWallet({ granted: true });
    wallet.announce(page);
    wallet.switches.answers = {
      eth_accounts: [],
      wallet_getPermissions: [{ parentCapability: 'eth_accounts', caveats: [] }],
    };
    const { restore } = openDiscovery();
    await expect(restore('org.example.harbour', toRestore(500))).rejects.toMatchObject({
      code: 'wallet/locked',
    });
    for (const permissions of [[], 'rubbish']) {
      wallet.switches.answers = { eth_accounts: [], wallet_getPermissions: permissions };
      await expect(restore('org.example.harbour', toRestore(500))).rejects.toMatchObject({
        code: 'wallet/locked-or-ended',
      });
    }
  });

  it('takes accounts that a wallet shows a moment after the load', async () => {
    const wallet = createWallet({ granted: true });
    wallet.announce(page);
    wallet.switches.answers = { eth_accounts: [] };
    vi.useFakeTimers();
    const restored = openDiscovery().restore('org.example.harbour', toRestore());
    await vi.advanceTimersByTimeAsync(600);
    wallet.switches.answers = {};
    await vi.runAllTimersAsync();
    await expect(restored).resolves.toMatchObject({ accounts: { length: 2 } });
    expect(wallet.asked).not.toContain('wallet_getPermissions');
  });
});

it('reports to the page that a wallet shows accounts, which may be the one that it waits for', () => {
  const wallet = createWallet({ granted: true });
  wallet.announce(page);
  const { unlocked, end } = openDiscovery();
  wallet.emit('accountsChanged', []);
  wallet.emit('accountsChanged', 'rubbish');
  expect(unlocked).toEqual([]);
  wallet.selectAccounts(...wallet.accounts.slice(0, 1));
  expect(unlocked).toEqual(['org.example.harbour']);
  end();
  expect(wallet.listeners()).toBe(0);
});

it.each(['it is asked', 'the page asks who is here'])(
  'ends with a wallet that reports a disconnect each time that %s',
  async (when) => {
    const wallet = createWallet();
    const { request } = wallet.provider;
    const disconnect = () => wallet.emit('disconnect', { code: 4900 });
    wallet.provider.request = (call) => {
      if (when === 'it is asked') disconnect();
      return request(call);
    };
    const { list, end } = openDiscovery();
    const detail = {
      info: { rdns: 'org.example.harbour', uuid: 'one', name: 'Harbour' },
      provider: wallet.provider,
    };
    page.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail }));
    let reports = 0;
    if (when !== 'it is asked')
      page.addEventListener('eip6963:requestProvider', () => {
        reports += 1;
        disconnect();
      });
    disconnect();
    for (let turns = 0; turns < 5; turns += 1) await turn();
    expect(wallet.asked).toEqual(['eth_chainId']);
    expect(reports).toBeLessThan(2);
    expect(idsOf(list())).toContain('org.example.harbour');
    end();
  },
);
