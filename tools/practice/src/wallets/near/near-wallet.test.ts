import { describe, expect, it } from 'vitest';
import { openTestPage, type TestPlay } from '../testing/test-page.ts';
import { toActive } from '../wallet-state.ts';
import { firstNearKeys } from './near-keys.ts';
import { createNearWallet } from './near-wallet.ts';

const nonce = new Uint8Array(32);
const [harbour, pier] = firstNearKeys;
const account = { accountId: harbour.accountId, publicKey: harbour.publicKey };

function open(play: TestPlay = {}) {
  const page = openTestPage(play);
  const { core } = page.wallet('near');
  return { page, core, wallet: createNearWallet(core, firstNearKeys) };
}

describe('createNearWallet', () => {
  it('shows no account and asks nobody before it is signed in', async () => {
    const { wallet, page } = open();
    expect(await wallet.getAccounts()).toEqual([]);
    expect(page.shown).toEqual([]);
  });

  it('signs in on the networks it knows, by their own names or as testnet', async () => {
    const { wallet } = open();
    expect(await wallet.signIn({ network: 'testnet' })).toEqual([account]);
    expect(await wallet.signIn({ network: 'near:practice-two' })).toEqual([account]);
    await expect(wallet.signIn({ network: 'mainnet' })).rejects.toMatchObject({ code: 4902 });
  });

  it('changes the account silently, the active one first', async () => {
    const { wallet, core } = open();
    await wallet.signIn();
    core.store.update((state) => toActive(state, pier?.accountId ?? ''));
    const accounts = await wallet.getAccounts();
    expect(accounts.map(({ accountId }) => accountId)).toEqual([pier?.accountId, harbour.accountId]);
  });

  it('signs in and signs a message by one approval', async () => {
    const { wallet, page } = open();
    const messageParams = { message: 'Hello', recipient: 'ferry.near', nonce };
    const [signed] = await wallet.signInAndSignMessage({ messageParams });
    expect(signed).toMatchObject({ ...account, signedMessage: account });
    expect(page.shown).toHaveLength(1);
  });

  it('forgets the site when it is signed out', async () => {
    const { wallet } = open();
    await wallet.signIn();
    await wallet.signOut();
    expect(await wallet.getAccounts()).toEqual([]);
    await expect(wallet.signMessage({ message: '', recipient: 'a', nonce })).rejects.toMatchObject({
      code: 4100,
    });
  });

  it('names the failure when the chain says that a transaction failed', async () => {
    const failure = { ActionError: { index: 0 } };
    const results = {
      query: { nonce: 1, block_hash: '11111111111111111111111111111111' },
      send_tx: { status: { Failure: failure } },
    };
    const { wallet, page } = open({ results });
    await wallet.signIn();
    const actions = [{ type: 'Transfer', params: { deposit: '1' } }];
    const send = wallet.signAndSendTransaction({ receiverId: 'pier.practice', actions });
    await expect(send).rejects.toMatchObject({ code: -32603, data: failure });
    expect(page.called).toEqual(['query', 'send_tx']);
  });
});

describe('createNearAnnouncement', () => {
  it('announces itself at once and whenever a page is ready', () => {
    const { platform, wallet } = openTestPage();
    const heard: unknown[] = [];
    platform.page.addEventListener('near-wallet-injected', (event) => {
      if (event instanceof CustomEvent) heard.push(event.detail.manifest.id);
    });
    const close = wallet('near').open();
    platform.page.dispatchEvent(new Event('near-selector-ready'));
    close();
    platform.page.dispatchEvent(new Event('near-selector-ready'));
    expect(heard).toEqual(['practice.linkspan.wallet', 'practice.linkspan.wallet']);
  });
});
