import type { Wallet } from '@wallet-standard/base';
import type { WalletCore } from '../wallet-core.ts';
import type { SolanaKey } from './solana-keys.ts';
import { createSolanaWallet } from './solana-wallet.ts';

type Register = (...wallets: Wallet[]) => () => void;

/**
 * Makes a Solana wallet. What it returns registers it as the Wallet Standard has it, with pages that are
 * ready now and those that will be; the undoing takes it out of every page's list.
 */
export function createSolanaAnnouncement(core: WalletCore, keys: readonly SolanaKey[]): () => () => void {
  const wallet = createSolanaWallet(core, keys);
  const { page } = core.platform;
  return () => {
    const removals: (() => void)[] = [];
    const registerWith = (api: unknown) => {
      if (hasRegister(api)) removals.push(api.register(wallet));
    };
    const answer = (event: Event) => registerWith('detail' in event ? event.detail : undefined);
    page.addEventListener('wallet-standard:app-ready', answer);
    page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: registerWith }));
    return () => {
      page.removeEventListener('wallet-standard:app-ready', answer);
      for (const remove of removals) remove();
    };
  };
}

function hasRegister(api: unknown): api is { readonly register: Register } {
  return typeof api === 'object' && api !== null && 'register' in api && typeof api.register === 'function';
}
