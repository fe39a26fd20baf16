import { verifyMessage, verifyTypedData } from 'ethers';
import { describe, expect, it } from 'vitest';
import type { Answer } from '../approval.ts';
import { createEmitter } from '../emitter.ts';
import { createDeferred } from '../testing/deferred.ts';
import { openTestPage, type TestPlay } from '../testing/test-page.ts';
import { toRevoked } from '../wallet-state.ts';
import { emitChanges } from './evm-events.ts';
import { firstEvmKeys } from './evm-keys.ts';
import { createEvmProvider } from './evm-provider.ts';

const harbour = firstEvmKeys[0].address;
const reject = (): Answer => ({ kind: 'rejected' });

function open(play: TestPlay = {}) {
  const page = openTestPage(play);
  const { core } = page.wallet('evm');
  const emitter = createEmitter();
  emitChanges(core, emitter);
  const provider = createEvmProvider(core, firstEvmKeys, { emitter });
  const request = (method: string, ...params: unknown[]) => provider.request({ method, params });
  const set = (switches: object) =>
    core.store.update((state) => ({ ...state, switches: { ...state.switches, ...switches } }));
  return { page, core, provider, request, set };
}

describe('createEvmProvider', () => {
  it('shows no account and asks nobody before it connects', async () => {
    const { request, page } = open();
    expect(await request('eth_accounts')).toEqual([]);
    expect(await request('wallet_getPermissions')).toEqual([]);
    expect(page.shown).toEqual([]);
  });

  it('connects once approved, and asks no second time', async () => {
    const { request, page } = open();
    expect(await request('eth_requestAccounts')).toEqual([harbour]);
    expect(await request('eth_requestAccounts')).toEqual([harbour]);
    expect(page.shown.map(({ title }) => title)).toEqual(['Connect to this site']);
  });

  it('is still connected after a reload', async () => {
    const { request, page } = open();
    await request('eth_requestAccounts');
    const reloaded = open({ storage: page.platform.storage });
    expect(await reloaded.request('eth_accounts')).toEqual([harbour]);
  });

  it('answers 4001 to a rejection and stays unconnected', async () => {
    const { request } = open({ decide: reject });
    await expect(request('eth_requestAccounts')).rejects.toMatchObject({ code: 4001 });
    expect(await request('eth_accounts')).toEqual([]);
  });

  it('answers -32002 to a second request to connect while one is open', async () => {
    const decision = createDeferred<Answer>();
    const { request } = open({ decide: () => decision.promise });
    const first = request('eth_requestAccounts');
    await expect(request('eth_requestAccounts')).rejects.toMatchObject({ code: -32002 });
    await expect(request('wallet_requestPermissions', { eth_accounts: {} })).rejects.toMatchObject({
      code: -32002,
    });
    decision.resolve({ kind: 'approved', accounts: [harbour] });
    expect(await first).toEqual([harbour]);
  });

  it('answers 4100 to a request for an account that the site may not use', async () => {
    const { request, page } = open();
    await expect(request('personal_sign', '0x00', harbour)).rejects.toMatchObject({ code: 4100 });
    expect(page.shown).toEqual([]);
  });

  it('answers 4200 to a method it does not know, and never calls the chain with it', async () => {
    const { request, page } = open();
    await expect(request('eth_sign', harbour, '0x00')).rejects.toMatchObject({ code: 4200 });
    await expect(request('toString')).rejects.toMatchObject({ code: 4200 });
    expect(page.called).toEqual([]);
  });

  it('answers 4900 while it is gone', async () => {
    const { request, set } = open();
    set({ disappears: true });
    await expect(request('eth_accounts')).rejects.toMatchObject({ code: 4900 });
    await expect(request('eth_blockNumber')).rejects.toMatchObject({ code: 4900 });
  });

  it('answers 4902 to a switch to an unknown network, and 4200 to adding one', async () => {
    const { request, page } = open();
    await expect(request('wallet_switchEthereumChain', { chainId: '0x1' })).rejects.toMatchObject({
      code: 4902,
    });
    await expect(request('wallet_addEthereumChain', { chainId: '0x1' })).rejects.toMatchObject({
      code: 4200,
    });
    expect(page.shown).toEqual([]);
  });

  it('switches the network once approved and tells the page', async () => {
    const { request, provider } = open();
    const heard: unknown[] = [];
    provider.on('chainChanged', (chainId: string) => heard.push(chainId));
    expect(await request('wallet_switchEthereumChain', { chainId: '0x7A6A' })).toBeNull();
    expect(await request('eth_chainId')).toBe('0x7a6a');
    expect(heard).toEqual(['0x7a6a']);
  });

  it('tells the page of accounts that the wallet takes back', async () => {
    const { request, provider, core } = open();
    await request('eth_requestAccounts');
    const heard: unknown[] = [];
    provider.on('accountsChanged', (accounts: string[]) => heard.push(accounts));
    core.store.update(toRevoked);
    expect(heard).toEqual([[]]);
  });

  it('shows no account while it is locked, and unlocks by the next approval', async () => {
    const { request, set } = open();
    await request('eth_requestAccounts');
    set({ locked: true });
    expect(await request('eth_accounts')).toEqual([]);
    expect(await request('eth_requestAccounts')).toEqual([harbour]);
    expect(await request('eth_accounts')).toEqual([harbour]);
  });

  it('signs a message that ethers verifies', async () => {
    const { request, page } = open();
    await request('eth_requestAccounts');
    const text = `0x${Buffer.from('Grüße from the pier').toString('hex')}`;
    const signature = await request('personal_sign', text, harbour.toLowerCase());
    expect(verifyMessage('Grüße from the pier', String(signature))).toBe(harbour);
    expect(page.shown.at(-1)?.text).toBe('Grüße from the pier');
  });

  it('signs typed data that ethers verifies, and refuses another chain', async () => {
    const { request } = open();
    await request('eth_requestAccounts');
    const types = { Mail: [{ name: 'to', type: 'address' }] };
    const domain = { name: 'Ferry', chainId: 31337 };
    const message = { to: harbour };
    const typed = { types, domain, primaryType: 'Mail', message };
    const signature = await request('eth_signTypedData_v4', harbour, JSON.stringify(typed));
    expect(verifyTypedData(domain, types, message, String(signature))).toBe(harbour);
    const foreign = { ...typed, domain: { ...domain, chainId: 1 } };
    await expect(request('eth_signTypedData_v4', harbour, foreign)).rejects.toMatchObject({ code: -32602 });
  });

  it('says amount and recipient before it sends, and hands the chain what it signed', async () => {
    const results = {
      eth_getTransactionCount: '0x7',
      eth_estimateGas: '0x5208',
      eth_maxPriorityFeePerGas: '0x1',
      eth_getBlockByNumber: { baseFeePerGas: '0x10' },
      eth_sendRawTransaction: '0xhash',
    };
    const { request, page } = open({ results });
    await request('eth_requestAccounts');
    const to = firstEvmKeys[1]?.address;
    expect(await request('eth_sendTransaction', { from: harbour, to, value: '0x14d1120d7b160000' })).toBe(
      '0xhash',
    );
    const facts = Object.fromEntries(
      page.shown.at(-1)?.facts.map(({ label, value }) => [label, value]) ?? [],
    );
    expect(facts).toMatchObject({ Amount: '1.5 ETH', To: to, Network: 'Test network eip155:31337' });
    expect(page.called.at(-1)).toBe('eth_sendRawTransaction');
  });

  it('answers -32603 when it is told to fail when sending, and nothing reaches the chain', async () => {
    const { request, set, page } = open();
    await request('eth_requestAccounts');
    set({ failsWhenSending: true });
    await expect(request('eth_sendTransaction', { from: harbour, to: harbour })).rejects.toMatchObject({
      code: -32603,
    });
    expect(page.called).toEqual([]);
  });

  it("hands on the chain's own error, with code and data", async () => {
    const { request } = open();
    await expect(request('eth_call', {})).rejects.toMatchObject({ code: -32601, data: 'why' });
  });

  it('rejects without a window when told to', async () => {
    const { request, set, page } = open();
    set({ rejectsAtOnce: true });
    await expect(request('eth_requestAccounts')).rejects.toMatchObject({ code: 4001 });
    expect(page.shown).toEqual([]);
  });

  it('waits before it answers when told to be late', async () => {
    const waited: number[] = [];
    const { request, set } = open({ wait: async (delayMs) => void waited.push(delayMs) });
    set({ answersLateMs: 250 });
    await request('eth_requestAccounts');
    expect(waited).toEqual([250]);
  });
});
