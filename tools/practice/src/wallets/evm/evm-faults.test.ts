import { type Hex, recoverMessageAddress, toHex } from 'viem';
import { describe, expect, it } from 'vitest';
import { isOpen } from '../testing/is-open.ts';
import { setSwitches } from '../testing/set-switches.ts';
import { openTestPage, type TestPlay } from '../testing/test-page.ts';
import { toRevoked } from '../wallet-state.ts';
import { firstEvmKeys } from './evm-keys.ts';
import type { EvmProvider } from './evm-provider.ts';

interface Announced {
  readonly info: Readonly<Record<'uuid' | 'name' | 'rdns' | 'icon', string>>;
  readonly provider: EvmProvider;
}

const [harbour, pier] = firstEvmKeys;
const results = {
  ...{ eth_getTransactionCount: '0x0', eth_estimateGas: '0x5208', eth_maxPriorityFeePerGas: '0x1' },
  ...{ eth_getBlockByNumber: { baseFeePerGas: '0x1' }, eth_sendRawTransaction: '0xhash' },
};

function open(play: TestPlay = {}, id: 'evm' | 'evm-second' = 'evm') {
  const page = openTestPage(play);
  const wallet = page.wallet(id);
  const heard: Announced[] = [];
  page.platform.page.addEventListener('eip6963:announceProvider', (event) => {
    if (event instanceof CustomEvent) heard.push(event.detail);
  });
  const events: unknown[][] = [];
  const listen = ({ provider }: Announced) => {
    for (const name of ['accountsChanged', 'chainChanged', 'connect', 'disconnect'])
      provider.on(name, (...facts: unknown[]) => events.push([name, ...facts]));
  };
  const request = (method: string, ...params: unknown[]) => latest().provider.request({ method, params });
  const latest = () => heard.at(-1) as Announced;
  return { page, ...wallet, heard, events, listen, latest, request };
}

describe('a practice wallet of the EVM', () => {
  it('tells accounts, a network or answers that are none', async () => {
    const { core, open: announce, request } = open();
    announce();
    setSwitches(core, { rubbish: 'accounts' });
    expect(await request('eth_requestAccounts')).toEqual(['0xharbour', 42]);
    setSwitches(core, { rubbish: 'network' });
    expect(await request('eth_chainId')).toBe('harbour');
    setSwitches(core, { rubbish: 'null' });
    expect(await request('eth_accounts')).toBeNull();
  });

  it.each([
    ['own', (address: string) => address],
    ['lower', (address: string) => address.toLowerCase()],
    ['upper', (address: string) => `0x${address.slice(2).toUpperCase()}`],
  ] as const)('writes addresses in %s case, in answers and events', async (spelling, write) => {
    const { core, open: announce, heard, listen, events, request } = open();
    announce();
    heard.forEach(listen);
    setSwitches(core, { spelling });
    const told = [write(harbour?.address ?? '')];
    expect(await request('eth_requestAccounts')).toEqual(told);
    expect(await request('eth_accounts')).toEqual(told);
    expect(events).toContainEqual(['accountsChanged', told]);
  });

  it('is on a network of its own, which it tells when it happens, and takes no other', async () => {
    const { core, open: announce, heard, listen, events, request } = open();
    announce();
    heard.forEach(listen);
    setSwitches(core, { otherNetworks: true });
    expect(events).toEqual([['chainChanged', '0xf423f']]);
    expect(await request('eth_chainId')).toBe('0xf423f');
    const change = { chainId: '0x7a69' };
    await expect(request('wallet_switchEthereumChain', change)).rejects.toMatchObject({ code: 4902 });
    await expect(request('wallet_addEthereumChain', change)).rejects.toMatchObject({ code: 4200 });
  });

  it.each([
    ['fails', 'eip155:31337', -32603],
    ['failsAfter', 'eip155:31338', -32603],
    ['onlySays', 'eip155:31337', undefined],
  ] as const)('makes a change of network that %s', async (networkSwitch, network, code) => {
    const { core, open: announce, request, page } = open();
    announce();
    setSwitches(core, { networkSwitch });
    const done = await request('wallet_switchEthereumChain', { chainId: '0x7a6a' }).catch(({ code }) => code);
    expect(done ?? undefined).toBe(code);
    expect(core.store.get().network).toBe(network);
    expect(page.shown).toHaveLength(1);
  });

  it('supports nothing but connecting and reading where it is told to', async () => {
    const { core, open: announce, request } = open();
    announce();
    setSwitches(core, { unsupportedMethods: true });
    expect(await request('eth_requestAccounts')).toEqual([harbour.address]);
    for (const method of ['personal_sign', 'eth_sendTransaction', 'wallet_switchEthereumChain'])
      await expect(request(method, '0x00', harbour.address)).rejects.toMatchObject({ code: 4200 });
  });

  it.each([
    ['asAsked', (addresses: readonly string[]) => addresses[0]],
    ['anotherAccount', (addresses: readonly string[]) => addresses[1]],
    ['anotherKey', undefined],
    ['prefixed', undefined],
    ['zeros', undefined],
  ] as const)('signs with what it is told to: %s', async (signs, toSigner) => {
    const { core, open: announce, request } = open();
    announce();
    await request('eth_requestAccounts');
    setSwitches(core, { signs });
    const signature = (await request('personal_sign', toHex('Ahoy'), harbour.address)) as Hex;
    const signer = await recoverMessageAddress({ message: 'Ahoy', signature }).catch(() => undefined);
    const addresses = firstEvmKeys.map(({ address }) => address);
    if (toSigner) expect(signer).toBe(toSigner(addresses));
    else expect(addresses).not.toContain(signer);
  });

  it('signs and sends in another form than the standard has', async () => {
    const { core, open: announce, request } = open({ results });
    announce();
    await request('eth_requestAccounts');
    setSwitches(core, { otherSignatureForm: true });
    expect(await request('personal_sign', '0x00', harbour.address)).toMatch(/^[A-Za-z0-9+/]{87}=$/);
    const transfer = { from: harbour.address, to: harbour.address, value: '0x1' };
    expect(await request('eth_sendTransaction', transfer)).toEqual({ hash: '0xhash' });
  });

  it('sends and says that it failed, or fails before it sends', async () => {
    const { core, open: announce, request, page } = open({ results });
    announce();
    await request('eth_requestAccounts');
    const transfer = { from: harbour.address, to: harbour.address, value: '0x1' };
    setSwitches(core, { failsAfterSending: true });
    await expect(request('eth_sendTransaction', transfer)).rejects.toMatchObject({ code: -32603 });
    const sent = () => page.called.filter((method) => method === 'eth_sendRawTransaction').length;
    expect(sent()).toBe(1);
    setSwitches(core, { failsAfterSending: false, failsWhenSending: true });
    await expect(request('eth_sendTransaction', transfer)).rejects.toMatchObject({ code: -32603 });
    expect(sent()).toBe(1);
  });

  it('tells 4900 when it disappears, and of nothing after that', async () => {
    const { core, open: announce, heard, listen, events } = open();
    const close = announce();
    heard.forEach(listen);
    close();
    core.store.update((state) => ({ ...state, granted: [harbour.address] }));
    expect(events).toEqual([['disconnect', expect.objectContaining({ code: 4900 })]]);
  });
});

describe('the announcement of an EVM wallet', () => {
  const ask = ({ page }: ReturnType<typeof open>) =>
    page.platform.page.dispatchEvent(new Event('eip6963:requestProvider'));

  it('is made twice, by the same object or by another one that claims the same', async () => {
    const same = open();
    setSwitches(same.core, { announcesTwice: 'same' });
    same.open();
    expect(same.heard).toHaveLength(2);
    expect(same.heard[0]).toBe(same.heard[1]);

    const another = open();
    setSwitches(another.core, { announcesTwice: 'another' });
    another.open();
    const [first, second] = another.heard;
    expect(first?.provider).not.toBe(second?.provider);
    expect(first?.info.rdns).toBe(second?.info.rdns);
    for (const { provider } of another.heard)
      expect(await provider.request({ method: 'eth_chainId' })).toBe('0x7a69');
  });

  it('is replaced by an update: the old object says so once and is dead, the new one works', async () => {
    const wallet = open();
    wallet.open();
    const [old] = wallet.heard as [Announced];
    wallet.listen(old);
    await wallet.request('eth_requestAccounts');
    const asked = old.provider.request({
      method: 'wallet_requestPermissions',
      params: [{ eth_accounts: {} }],
    });
    wallet.events.length = 0;
    wallet.core.commands.emit('update', 'clean');
    expect(wallet.events).toEqual([['disconnect', expect.objectContaining({ code: 4900 })]]);
    expect(await isOpen(asked)).toBe(true);
    expect(await isOpen(old.provider.request({ method: 'eth_accounts' }))).toBe(true);
    expect(wallet.latest().provider).not.toBe(old.provider);
    expect(wallet.latest().info).toMatchObject({ rdns: old.info.rdns, name: old.info.name });
    expect(await wallet.request('eth_accounts')).toEqual([harbour.address]);
    wallet.heard.length = 0;
    ask(wallet);
    expect(wallet.heard).toHaveLength(1);
    wallet.core.store.update(toRevoked);
    expect(wallet.events).toHaveLength(1);
  });

  it('stays beside the new one where an update leaves it there, until the wallet closes', () => {
    const wallet = open();
    const close = wallet.open();
    wallet.core.commands.emit('update', 'stale');
    wallet.heard.length = 0;
    ask(wallet);
    expect(wallet.heard).toHaveLength(2);
    wallet.heard.length = 0;
    close();
    ask(wallet);
    expect(wallet.heard).toHaveLength(0);
  });

  it('is of the same object when the wallet comes back, unless it claims something else', () => {
    const wallet = open();
    wallet.open()();
    wallet.open()();
    setSwitches(wallet.core, { icon: 'broken' });
    wallet.open();
    const [first, second, third] = wallet.heard;
    expect(second).toBe(first);
    expect(third?.info.icon).not.toBe(first?.info.icon);
  });

  it('claims to be the first wallet where the second is told to, and opens its own accounts', async () => {
    const { core, open: announce, latest, request, page } = open({}, 'evm-second');
    setSwitches(page.wallet('evm').core, { secondWallet: true });
    setSwitches(core, { poses: 'first' });
    announce();
    expect(latest().info).toMatchObject({ name: 'Practice Wallet', rdns: 'practice.linkspan.wallet' });
    const accounts = await request('eth_requestAccounts');
    expect([harbour.address, pier?.address]).not.toContain((accounts as string[])[0]);
    expect(page.shown[0]?.wallet).toBe('Second Practice Wallet');
  });

  it('tells what are no events and announces what are no wallets, on the command', () => {
    const { core, open: announce, heard, events, listen } = open();
    announce();
    heard.forEach(listen);
    core.commands.emit('rubbish');
    expect(heard.length).toBeGreaterThan(1);
    expect(events).toContainEqual(['accountsChanged', 'harbour']);
    expect(events).toContainEqual(['chainChanged', null]);
  });
});
