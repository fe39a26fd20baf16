import { nearAccounts } from '@linkspan/practice/accounts';
import type { Page } from 'playwright-core';
import { type Behavior, type Signing, signOutside } from './wallet-sites.ts';

/** What a person does with what an extension asks, once `decided` has resolved. */
export interface Person extends Behavior {
  does: 'approve' | 'refuse';
  decided: Promise<void>;
}

interface Stub {
  decide(): Promise<void>;
  signOutside(asked: Signing): Promise<{ readonly signed: string }>;
}

/** Rejects if the person refuses. */
export async function decide({ decided, does }: Person): Promise<void> {
  await decided;
  if (does === 'refuse') throw new Error('User rejected the request');
}

/** Puts a stand-in for Nightly's extension into a page at its next load, as far as the selector's module uses it. */
export async function installNightly(page: Page, person: Person): Promise<void> {
  const [account] = nearAccounts;
  await page.exposeFunction('decide', () => decide(person));
  await page.exposeFunction('signOutside', (asked: Signing) => signOutside(asked, person));
  await page.addInitScript(install, {
    accountId: account?.accountId ?? '',
    publicKey: account?.publicKey ?? '',
  });
}

function install({ accountId, publicKey }: { readonly accountId: string; readonly publicKey: string }): void {
  if (globalThis.origin === 'null') return;
  const { decide, signOutside: sign } = globalThis as unknown as Stub;
  const toKey = () => publicKey;
  const near = {
    account: { accountId: '', publicKey: { toString: toKey } },
    isConnected: false,
    async connect(_: unknown, isSilent = false) {
      if (isSilent && localStorage.getItem('nightly-fixture') === null) throw new Error('Not connected');
      if (!isSilent) await decide();
      localStorage.setItem('nightly-fixture', 'connected');
      near.account.accountId = accountId;
      near.isConnected = true;
    },
    async disconnect() {
      localStorage.removeItem('nightly-fixture');
      near.account.accountId = '';
      near.isConnected = false;
    },
    async signMessage({ nonce, ...message }: { readonly nonce: Uint8Array }) {
      await decide();
      return sign({ ...message, nonce: [...nonce] });
    },
    async signTransaction(transaction: { encode(): Uint8Array }) {
      await decide();
      const encoded = btoa(String.fromCharCode(...transaction.encode()));
      const { signed } = await sign({ transaction: encoded });
      const bytes = Uint8Array.from(atob(signed), (character) => character.charCodeAt(0));
      return { signature: { data: bytes.slice(-64) }, encode: () => bytes };
    },
  };
  Object.assign(globalThis, { nightly: { near } });
}
