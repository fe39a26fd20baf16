import { ed25519 } from '@noble/curves/ed25519.js';
import { base58, base64 } from '@scure/base';
import { describe, expect, it } from 'vitest';
import { isOpen } from '../testing/is-open.ts';
import { setSwitches } from '../testing/set-switches.ts';
import { openTestPage, type TestPlay } from '../testing/test-page.ts';
import { firstNearKeys } from './near-keys.ts';
import type { InjectedNearWallet } from './near-wallet.ts';
import { toNep413Hash } from './nep413.ts';

const [harbour] = firstNearKeys;
const message = { message: 'Hello', recipient: 'ferry.near', nonce: new Uint8Array(32) };
const transfer = { receiverId: 'pier.practice', actions: [{ type: 'Transfer', params: { deposit: '1' } }] };
const results = {
  query: { nonce: 1, block_hash: '11111111111111111111111111111111' },
  send_tx: { status: { SuccessValue: '' }, transaction: { hash: 'id' } },
};

function open(play: TestPlay = {}) {
  const page = openTestPage(play);
  const heard: InjectedNearWallet[] = [];
  page.platform.page.addEventListener('near-wallet-injected', (event) => {
    if (event instanceof CustomEvent) heard.push(event.detail);
  });
  const wallet = page.wallet('near');
  return { page, ...wallet, heard, latest: () => heard.at(-1) as InjectedNearWallet };
}

function announced(play: TestPlay = {}) {
  const page = open(play);
  const close = page.open();
  return { ...page, close, wallet: page.latest() };
}

describe('a practice wallet of NEAR', () => {
  it('tells accounts or answers that are none', async () => {
    const { core, wallet } = announced();
    setSwitches(core, { rubbish: 'accounts' });
    expect(await wallet.signIn()).toEqual([{ accountId: 'No Harbour!', publicKey: 7 }, null]);
    setSwitches(core, { rubbish: 'null' });
    expect(await wallet.getAccounts()).toBeNull();
  });

  it('writes account ids in upper case, in all its answers', async () => {
    const { core, wallet } = announced();
    setSwitches(core, { spelling: 'upper' });
    const told = { accountId: harbour?.accountId.toUpperCase() };
    expect(await wallet.signIn()).toMatchObject([told]);
    expect(await wallet.getAccounts()).toMatchObject([told]);
    expect(await wallet.signMessage(message)).toMatchObject(told);
  });

  it('knows none of the networks of the page', async () => {
    const { core, wallet, page } = announced();
    await wallet.signIn();
    setSwitches(core, { otherNetworks: true });
    for (const params of [undefined, { network: 'testnet' }, { network: 'practice' }])
      await expect(wallet.signIn(params)).rejects.toMatchObject({ code: 4902 });
    await expect(wallet.signAndSendTransaction(transfer)).rejects.toMatchObject({ code: 4902 });
    expect(page.shown).toHaveLength(1);
  });

  it('says in words alone what it does not support', async () => {
    const { core, wallet } = announced();
    await wallet.signIn();
    setSwitches(core, { unsupportedMethods: true });
    const refusal = expect.objectContaining({ message: 'Method not supported by Practice Wallet' });
    await expect(wallet.signMessage(message)).rejects.toEqual(refusal);
    await expect(wallet.signAndSendTransaction(transfer)).rejects.toEqual(refusal);
    expect(await wallet.getAccounts()).toHaveLength(1);
  });

  it.each([
    ['asAsked', 0, true],
    ['anotherAccount', 1, true],
    ['anotherKey', 0, true],
    ['zeros', 0, false],
    ['prefixed', 0, false],
  ] as const)('signs with what it is told to: %s', async (signs, at, isValid) => {
    const { core, wallet } = announced();
    await wallet.signIn();
    setSwitches(core, { signs });
    const { accountId, publicKey, signature } = await wallet.signMessage(message);
    expect(accountId).toBe(firstNearKeys[at]?.accountId);
    expect(publicKey === firstNearKeys[at]?.publicKey).toBe(signs !== 'anotherKey');
    const key = base58.decode(publicKey.slice('ed25519:'.length));
    expect(ed25519.verify(base64.decode(signature), toNep413Hash(message), key)).toBe(isValid);
  });

  it('signs in hex and answers with an id where it is to answer in another form', async () => {
    const { core, wallet } = announced({ results });
    await wallet.signIn();
    setSwitches(core, { otherSignatureForm: true });
    expect((await wallet.signMessage(message)).signature).toMatch(/^[0-9a-f]{128}$/);
    expect(await wallet.signAndSendTransaction(transfer)).toBe('id');
  });

  it('sends and says that it failed', async () => {
    const { core, wallet, page } = announced({ results });
    await wallet.signIn();
    setSwitches(core, { failsAfterSending: true });
    await expect(wallet.signAndSendTransaction(transfer)).rejects.toMatchObject({ code: -32603 });
    expect(page.called).toEqual(['query', 'send_tx']);
  });

  it('sends, and hangs after that where it hangs after an approval', async () => {
    const { core, wallet, page } = announced({ results });
    await wallet.signIn();
    setSwitches(core, { hangsAfterApproval: true });
    const sending = wallet.signAndSendTransaction(transfer);
    await expect.poll(() => page.called).toEqual(['query', 'send_tx']);
    expect(await isOpen(sending)).toBe(true);
    expect(await wallet.getAccounts()).toHaveLength(1);
  });

  it('answers 4900 while it is gone, and comes back as the same object', async () => {
    const { core, wallet, close, open: announce, latest } = announced();
    setSwitches(core, { disappears: true });
    close();
    await expect(wallet.getAccounts()).rejects.toMatchObject({ code: 4900 });
    setSwitches(core, { disappears: false });
    announce();
    expect(latest()).toBe(wallet);
  });

  it('is replaced by an update: the old object is dead, the new one has its account', async () => {
    const { core, wallet, heard, latest, page } = announced();
    await wallet.signIn();
    core.commands.emit('update', 'clean');
    expect(await isOpen(wallet.getAccounts())).toBe(true);
    expect(latest().manifest.id).toBe(wallet.manifest.id);
    expect(await latest().getAccounts()).toEqual([
      { accountId: harbour.accountId, publicKey: harbour.publicKey },
    ]);
    heard.length = 0;
    page.platform.page.dispatchEvent(new Event('near-selector-ready'));
    expect(heard).toHaveLength(1);
  });

  it('announces itself twice, or another one of the same id', () => {
    const same = open();
    setSwitches(same.core, { announcesTwice: 'same' });
    same.open();
    expect(same.heard[0]).toBe(same.heard[1]);
    const another = open();
    setSwitches(another.core, { announcesTwice: 'another' });
    another.open();
    expect(new Set(another.heard).size).toBe(2);
    expect(new Set(another.heard.map(({ manifest }) => manifest.id)).size).toBe(1);
  });

  it('announces what are no wallets, on the command', () => {
    const { core, heard } = announced();
    core.commands.emit('rubbish');
    expect(heard).toContain(null);
  });
});
