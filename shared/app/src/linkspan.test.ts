import { LinkspanError, type Readable } from '@linkspan/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { getProvider } from './evm.ts';
import { getLinkspan } from './linkspan.ts';
import type { ApplicationShell, PageFamily, ShellPage } from './page.ts';
import { createFakeLinkspan, type FakeLinkspan } from './testing.ts';
import type { Linkspan } from './views.ts';

const chain = (reference: string): PageFamily['networks'][0] => ({
  ...{ id: `eip155:${reference}`, title: 'Practice chain', rpc: ['http://localhost:1/'] },
  ...{ symbol: 'ETH', decimals: 18 },
});
const evm: PageFamily = {
  ...{ id: 'evm', title: 'Ethereum', namespace: 'eip155' },
  networks: [chain('31337'), chain('31338')],
};
const account = 'eip155:31337:0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266';
const settle = () => new Promise((resolve) => setTimeout(resolve));

function definePage(shell: Promise<ApplicationShell>): void {
  Object.defineProperty(globalThis, 'linkspanPage', {
    value: { version: 1, families: [evm], shell },
    configurable: true,
  });
}

afterEach(() => void Reflect.deleteProperty(globalThis, 'linkspanPage'));

const commands: [name: string, run: (linkspan: Linkspan, family: string) => Promise<unknown>][] = [
  ['connect', (linkspan, family) => linkspan.connect(family)],
  ['disconnect', (linkspan, family) => linkspan.disconnect(family)],
  ['switchNetwork', (linkspan, family) => linkspan.switchNetwork(family, 'eip155:31337')],
  ['switchAccount', (linkspan, family) => linkspan.switchAccount(family, account)],
  ['signMessage', (linkspan, family) => linkspan.signMessage(family, 'Ahoy')],
  ['signSignInMessage', (linkspan, family) => linkspan.signSignInMessage(family, { nonce: '12345678' })],
  ['send', (linkspan, family) => linkspan.send(family, { to: '0xb', amount: 1n })],
];

describe('in Node', () => {
  it('has no families, and any family that is asked for is failed, the same object each time', () => {
    const linkspan = getLinkspan();
    expect(linkspan.families).toEqual([]);
    expect(linkspan.family('evm')).toBe(linkspan.family('evm'));
    const { id, networks, $connection, $balance, $remote } = linkspan.family('evm');
    expect({ id, networks }).toEqual({ id: 'evm', networks: [] });
    expect($connection.get()).toEqual({ status: 'disconnected' });
    expect($balance.get()).toBeUndefined();
    expect($remote.get()).toMatchObject({ stage: 'failed', failure: { code: 'loader/no-window' } });
  });

  it.each(commands)('rejects %s with loader/no-window', async (_, run) => {
    await expect(run(getLinkspan(), 'evm')).rejects.toMatchObject({ code: 'loader/no-window' });
  });

  it('opens and closes nothing', async () => {
    getLinkspan().open({ view: 'accounts', family: 'evm' });
    getLinkspan().close();
    await expect(getLinkspan().disconnect()).resolves.toBeUndefined();
  });

  it('has a provider without accounts, whose requests reject', async () => {
    await expect(getProvider().request({ method: 'eth_accounts' })).rejects.toMatchObject({
      code: 4900,
      data: { code: 'loader/no-window' },
    });
  });
});

it('fails every family with loader/host in a page without a shell', async () => {
  definePage(Promise.reject(new LinkspanError('loader/host', {})));
  const linkspan = getLinkspan();
  expect(linkspan.family('evm').$remote.get()).toEqual({ stage: 'pending' });
  await settle();
  expect(linkspan.family('evm').$remote.get()).toMatchObject({ failure: { code: 'loader/host' } });
  await expect(linkspan.connect('evm')).rejects.toMatchObject({ code: 'loader/host' });
  expect(() => linkspan.family('near')).toThrow(expect.objectContaining({ code: 'remote/unknown-family' }));
});

it('fails with loader/host for a page of another version', async () => {
  vi.stubGlobal('document', {});
  Object.defineProperty(globalThis, 'linkspanPage', { value: { version: 2 }, configurable: true });
  // What an earlier test has found without a page stays.
  vi.resetModules();
  const { getLinkspan } = await import('./linkspan.ts');
  await expect(getLinkspan().connect('evm')).rejects.toMatchObject({ code: 'loader/host' });
});

it('waits with a command until the shell has said whether a wallet is connected', async () => {
  const fake = createFakeLinkspan([evm]);
  fake.connect('evm', account);
  await expect(fake.linkspan.signMessage('evm', 'Ahoy')).resolves.toMatchObject({ message: 'Ahoy' });
});

describe('malformed input', () => {
  const open = (isConnected = true): FakeLinkspan => {
    const fake = createFakeLinkspan([evm]);
    if (isConnected) fake.connect('evm', account);
    return fake;
  };
  const send = (to: unknown, amount: unknown) => (linkspan: Linkspan) =>
    linkspan.send('evm', { to: to as string, amount: amount as bigint });

  it.each<[string, (linkspan: Linkspan) => Promise<unknown>, code: string]>([
    ['a negative amount', send('0xb', -1n), 'input/amount'],
    ['an amount of zero', send('0xb', 0n), 'input/amount'],
    ['a number', send('0xb', 1), 'input/amount'],
    ['digits', send('0xb', '1'), 'input/amount'],
    ['no amount', send('0xb', undefined), 'input/amount'],
    ['an object that cannot be read', send('0xb', Object.create(null)), 'input/amount'],
    ['an amount of 257 bits', send('0xb', 2n ** 256n), 'input/amount'],
    ['a long recipient', send('a'.repeat(201), 1n), 'input/recipient'],
    ['no fields', (linkspan) => linkspan.signSignInMessage('evm', undefined as never), 'input/call'],
    ['no recipient', send(undefined, 1n), 'input/recipient'],
    ['an empty recipient', send('', 1n), 'input/recipient'],
    ['a list as recipient', send(['0xb'], 1n), 'input/recipient'],
    ['no transfer', (linkspan) => linkspan.send('evm', undefined as never), 'input/amount'],
    ['a wallet without an id', (linkspan) => linkspan.connect('evm', { walletId: '' }), 'wallet/absent'],
    ['no wallet', (linkspan) => linkspan.connect('evm', { walletId: null as never }), 'wallet/absent'],
    ['an empty message', (linkspan) => linkspan.signMessage('evm', ''), 'input/empty'],
    ['no message', (linkspan) => linkspan.signMessage('evm', 5 as never), 'input/empty'],
    [
      'a network that the page lacks',
      (linkspan) => linkspan.switchNetwork('evm', 'eip155:5'),
      'wallet/network-unsupported',
    ],
    [
      'a network that is none',
      (linkspan) => linkspan.switchNetwork('evm', Object.create(null)),
      'wallet/network-unsupported',
    ],
    ['an account that is none', (linkspan) => linkspan.switchAccount('evm', '0xa'), 'wallet/account-changed'],
  ])('rejects %s, and asks nobody', async (_, run, code) => {
    const fake = open();
    const error = await run(fake.linkspan).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(LinkspanError);
    expect(error).toMatchObject({ code });
    expect(fake.asked).toEqual([]);
  });

  it.each(commands)('rejects %s of an unknown family, and asks nobody', async (_, run) => {
    const fake = open();
    for (const family of ['near', '', '__proto__', undefined as never, Object.create(null)]) {
      if (family === undefined && _ === 'disconnect') continue;
      await expect(run(fake.linkspan, family)).rejects.toMatchObject({ code: 'remote/unknown-family' });
    }
    expect(fake.asked).toEqual([]);
  });

  it.each(commands.slice(3))('rejects %s while disconnected, and asks nobody', async (_, run) => {
    const fake = open(false);
    await expect(run(fake.linkspan, 'evm')).rejects.toMatchObject({ code: 'wallet/not-connected' });
    expect(fake.asked).toEqual([]);
  });

  it('is thrown by what returns nothing', () => {
    const { linkspan } = open();
    expect(() => linkspan.open({ family: 'near' })).toThrow(
      expect.objectContaining({ code: 'remote/unknown-family' }),
    );
  });

  it('of an aborted signal asks nobody', async () => {
    const fake = open(false);
    const connecting = fake.linkspan.connect('evm', { signal: AbortSignal.abort() });
    await expect(connecting).rejects.toMatchObject({ code: 'wallet/cancelled' });
    expect(fake.asked).toEqual([]);
  });

  it('reads a transfer once', async () => {
    const fake = open();
    let reads = 0;
    const transfer = {
      to: '0xb',
      get amount() {
        reads += 1;
        return reads === 1 ? 1n : 1_000n;
      },
    };
    await fake.linkspan.send('evm', transfer);
    expect(fake.asked).toEqual(['send evm 0xb 1']);
  });
});

describe('the stores of a family', () => {
  it('follow the connection, with address and network of the account in use', async () => {
    const fake = createFakeLinkspan([evm]);
    fake.connect('evm', account, 'eip155:31337:0xb');
    await settle();
    const { $connection } = fake.linkspan.family('evm');
    expect($connection.get()).toMatchObject({
      status: 'connected',
      address: account.split(':')[2],
      network: 'eip155:31337',
    });
    fake.reconnect('evm', account, 'wallet/locked');
    expect($connection.get()).toMatchObject({ status: 'reconnecting', failure: { code: 'wallet/locked' } });
    fake.disconnect('evm');
    expect($connection.get()).toEqual({ status: 'disconnected' });
  });

  it('have the facts of the shell about balance, remote and release', async () => {
    const fake = createFakeLinkspan([evm]);
    fake.connect('evm', account);
    fake.setBalance('evm', 10n ** 30n);
    await settle();
    const { $balance, $remote, $releaseStatus } = fake.linkspan.family('evm');
    expect($balance.get()).toEqual({ account, amount: `1${'0'.repeat(30)}` });
    expect($remote.get()).toMatchObject({ stage: 'mounted', release: { version: '1.0.0' } });
    expect($releaseStatus.get()).toEqual({ state: 'current' });
    fake.setRemote('evm', { stage: 'pending' });
    expect($remote.get()).toEqual({ stage: 'pending' });
  });
});

it('has the connection that a command has made, also before the shell tells it with the next frame', async () => {
  const { linkspan: source, connect } = createFakeLinkspan([evm]);
  const shell = await (globalThis.linkspanPage as ShellPage).shell;
  const late = <Value>(fact: Readable<Value>): Readable<Value> => ({
    get: fact.get,
    listen: () => () => undefined,
    subscribe(listener) {
      listener(fact.get());
      return () => undefined;
    },
  });
  const facts = shell.view.family('evm');
  const view = { ...shell.view, family: () => ({ ...facts, connection: late(facts.connection) }) };
  const switching = async () => connect('evm', account.replace('31337', '31338'));
  definePage(Promise.resolve({ ...shell, view, call: switching }));
  const linkspan = getLinkspan();
  expect(linkspan).not.toBe(source);
  await expect(linkspan.connect('evm')).resolves.toMatchObject({
    status: 'connected',
    network: 'eip155:31337',
  });
  const changed = vi.fn();
  getProvider().on('chainChanged', changed);
  await getProvider().request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x7a6a' }] });
  expect(changed).toHaveBeenCalledOnce();
  await expect(getProvider().request({ method: 'eth_chainId' })).resolves.toBe('0x7a6a');
  await linkspan.disconnect();
  expect(linkspan.family('evm').$connection.get()).toEqual({ status: 'disconnected' });
});

it('disconnects all families that are connected', async () => {
  const fake = createFakeLinkspan([evm, { ...evm, id: 'other' }]);
  fake.connect('evm', account);
  await fake.linkspan.disconnect();
  expect(fake.asked).toEqual(['disconnect evm']);
});
