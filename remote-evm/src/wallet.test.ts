import type { Failure } from '@linkspan/contract';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { createWallet } from './testing/wallet.ts';
import { Adapter } from './wallet.ts';

afterEach(() => void vi.useRealTimers());

function open(wallet = createWallet({ granted: true }), readDeadlineMs = 20, isOwn = false) {
  const lost: Failure[] = [];
  const [closed, ended] = [new AbortController(), new AbortController()];
  const adapter = new Adapter(wallet.provider, {
    wallet: 'Harbour',
    ...{ signal: closed.signal, ended: ended.signal },
    isOwn,
    readDeadlineMs,
    lost(reason) {
      lost.push(reason);
      closed.abort();
    },
    locked: () => undefined,
    unlocked: () => undefined,
  });
  return { adapter, wallet, lost, close: () => closed.abort(), end: () => ended.abort() };
}

const switchTo = (chainId: string) => ({ method: 'wallet_switchEthereumChain', params: [{ chainId }] });

describe('the adapter', () => {
  it('answers a request to connect with what was approved, and never prompts', async () => {
    const { adapter, wallet } = open(createWallet());
    vi.useFakeTimers();
    const asked = adapter.request({ method: 'eth_requestAccounts' });
    const { address } = wallet.accounts[1] as { address: string };
    // Some wallets show it a moment after they have approved.
    await vi.advanceTimersByTimeAsync(600);
    wallet.switches.answers = { eth_accounts: [address] };
    await vi.runAllTimersAsync();
    await expect(asked).resolves.toEqual([address]);
    expect(new Set(wallet.asked)).toEqual(new Set(['eth_accounts']));
  });

  it('passes on nothing but what a session needs', async () => {
    const { adapter, wallet } = open();
    for (const method of [
      'wallet_requestPermissions',
      'eth_sign',
      'wallet_sendTransaction',
      'eth_getBalance',
    ])
      await expect(adapter.request({ method })).rejects.toMatchObject({ code: -32601 });
    expect(wallet.asked).toEqual([]);
  });

  it.each(['eth_accounts', 'wallet_getCapabilities', 'wallet_getCallsStatus', 'wallet_showCallsStatus'])(
    'ends a read that the wallet does not answer: %s',
    async (method) => {
      const { adapter, wallet } = open();
      wallet.switches.hangs = [method];
      await expect(adapter.request({ method })).rejects.toMatchObject({ code: 'wallet/timeout' });
    },
  );

  it('finds out that a wallet said yes to a switch and stayed where it was', async () => {
    const { adapter, wallet } = open();
    wallet.switches.staysPut = true;
    await expect(adapter.request(switchTo('0x7a6a'))).rejects.toMatchObject({
      code: 'wallet/failed',
      context: { wallet: 'Harbour', detail: '' },
    });
  });

  it('waits for a wallet that says yes to a switch before it has switched', async () => {
    const { adapter, wallet } = open(undefined, 120_000);
    wallet.switches.staysPut = true;
    const switching = adapter.request(switchTo('0x7a6a'));
    setImmediate(() => wallet.selectChain(31338));
    await expect(switching).resolves.toBeNull();
  });

  it('asks a wallet that reports another network, and believes what it answers', async () => {
    const { adapter, wallet } = open();
    const told: unknown[] = [];
    adapter.on('chainChanged', (fact) => told.push(fact));
    wallet.emit('chainChanged', 42);
    await expect.poll(() => told).toEqual([42, '0x7a69']);
    wallet.selectChain(31338);
    await expect.poll(() => told.length).toBe(3);
    await new Promise((resolve) => setImmediate(resolve));
    expect(told).toEqual([42, '0x7a69', '0x7a6a']);
  });

  it.each([
    ['accountsChanged', ['0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266']],
    ['accountsChanged', 'odd'],
    ['chainChanged', '0x7a69'],
    ['chainChanged', 'odd'],
    ['disconnect', { code: 4900 }],
  ])('ends with a wallet that reports %s with %j at each read', async (event, fact) => {
    const { wallet, close } = open();
    const { request } = wallet.provider;
    wallet.provider.request = (call) => {
      wallet.emit(event, fact);
      return request(call);
    };
    vi.useFakeTimers();
    wallet.emit(event, fact);
    await vi.advanceTimersByTimeAsync(400);
    expect(wallet.asked.length).toBeLessThanOrEqual(2);
    close();
  });

  it.each([
    ['accountsChanged', ['0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266']],
    ['chainChanged', '0x7a69'],
    ['disconnect', { code: 4900 }],
  ])('pauses with a wallet that reports %s after each read', async (event, fact) => {
    const { wallet, close } = open();
    const { request } = wallet.provider;
    wallet.provider.request = async (call) => {
      const answer = await request(call);
      for (let turn = 0; turn < 20; turn += 1) queueMicrotask(() => wallet.emit(event, fact));
      return answer;
    };
    vi.useFakeTimers();
    wallet.emit(event, fact);
    await vi.advanceTimersByTimeAsync(400);
    expect(wallet.asked.length).toBeLessThanOrEqual(4);
    close();
  });

  it('follows the last of several networks that it tells at once', async () => {
    const { adapter, wallet } = open();
    const told: unknown[] = [];
    adapter.on('chainChanged', (fact) => told.push(fact));
    wallet.emit('chainChanged', '0x1');
    wallet.selectChain(31338);
    await expect.poll(() => told.at(-1)).toBe('0x7a6a');
    wallet.emit('chainChanged', '0x1');
    await expect.poll(() => told.at(-1)).toBe('0x7a6a');
  });

  it('says that the wallet is lost if it does not answer after a disconnect', async () => {
    const { wallet, lost } = open();
    wallet.switches.gone = true;
    wallet.emit('disconnect', { code: 4900 });
    await expect.poll(() => lost).toEqual([expect.objectContaining({ code: 'wallet/gone' })]);
  });

  it('passes on what the wallet answers to a send after its session was closed', async () => {
    const { adapter, wallet, close } = open();
    let answer: (hash: string) => void = () => undefined;
    wallet.provider.request = () => new Promise((resolve) => (answer = resolve));
    const sent = adapter.request({ method: 'eth_sendTransaction', params: [{}] });
    close();
    answer('0xabc');
    await expect(sent).resolves.toBe('0xabc');
  });

  it.each<[string, boolean, (opened: ReturnType<typeof open>) => void]>([
    ['the connector ends', false, ({ end }) => end()],
    ['the wallet is gone', false, ({ wallet }) => wallet.emit('disconnect', { code: 4900 })],
    ['its session closes, and with it the way to the wallet', true, ({ close }) => close()],
  ])('waits for no answer to a send once %s', async (_, isOwn, leave) => {
    const opened = open(createWallet({ granted: true }), 20, isOwn);
    opened.wallet.switches.hangs = ['eth_sendTransaction', 'eth_accounts'];
    const sent = opened.adapter.request({ method: 'eth_sendTransaction', params: [{}] });
    leave(opened);
    await expect(sent).rejects.toMatchObject({ code: 'wallet/cancelled' });
  });

  it('is closed at once: what is asked ends, nothing is heard, no listener stays', async () => {
    const { adapter, wallet, close } = open();
    const heard: unknown[] = [];
    adapter.on('chainChanged', (fact) => heard.push(fact));
    wallet.switches.answer = 'none';
    const prompt = adapter.request({
      method: 'personal_sign',
      params: ['0x00', wallet.accounts[0]?.address],
    });
    close();
    await expect(prompt).rejects.toMatchObject({ code: 'wallet/cancelled' });
    await expect(adapter.request({ method: 'eth_chainId' })).rejects.toMatchObject({
      code: 'wallet/cancelled',
    });
    wallet.selectChain(31338);
    expect(heard).toEqual([]);
    expect(wallet.listeners()).toBe(0);
  });
});
