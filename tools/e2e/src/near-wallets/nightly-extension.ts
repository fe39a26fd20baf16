import { nearAccounts } from '@linkspan/practice/accounts';
import type { Page } from 'playwright-core';
import { type Signing, signOutside } from './wallet-sites.ts';

interface Stub {
  signOutside(asked: Signing): Promise<{ readonly signed: string }>;
}

/** Puts a stand-in for Nightly's extension into a page at its next load, as far as the selector's module uses it. */
export async function installNightly(page: Page): Promise<void> {
  const [account] = nearAccounts;
  await page.exposeFunction('signOutside', signOutside);
  await page.addInitScript(install, {
    accountId: account?.accountId ?? '',
    publicKey: account?.publicKey ?? '',
  });
}

function install({ accountId, publicKey }: { readonly accountId: string; readonly publicKey: string }): void {
  if (globalThis.origin === 'null') return;
  const { signOutside: sign } = globalThis as unknown as Stub;
  const toKey = () => publicKey;
  const near = {
    account: { accountId: '', publicKey: { toString: toKey } },
    isConnected: false,
    async connect(_: unknown, isSilent = false) {
      if (isSilent && localStorage.getItem('nightly-fixture') === null) throw new Error('Not connected');
      localStorage.setItem('nightly-fixture', 'connected');
      near.account.accountId = accountId;
      near.isConnected = true;
    },
    async disconnect() {
      localStorage.removeItem('nightly-fixture');
      near.account.accountId = '';
      near.isConnected = false;
    },
    signMessage: ({ nonce, ...message }: { readonly nonce: Uint8Array }) =>
      sign({ ...message, nonce: [...nonce] }),
    async signTransaction(transaction: { encode(): Uint8Array }) {
      const encoded = btoa(String.fromCharCode(...transaction.encode()));
      const { signed } = await sign({ transaction: encoded });
      const bytes = Uint8Array.from(atob(signed), (character) => character.charCodeAt(0));
      return { signature: { data: bytes.slice(-64) }, encode: () => bytes };
    },
  };
  Object.assign(globalThis, { nightly: { near } });
}
