import type { Wallet } from '@wallet-standard/base';
import { createAnnouncement, type MakeAnnounced } from '../announcement.ts';
import type { WalletCore } from '../wallet-core.ts';
import type { SolanaKey } from './solana-keys.ts';
import { createSolanaWallet } from './solana-wallet.ts';

type Register = (...wallets: Wallet[]) => () => void;

/**
 * Makes a Solana wallet. What it returns registers it as the Wallet Standard has it, with pages that are
 * ready now and those that will be; the undoing takes it out of every page's list.
 */
export function createSolanaAnnouncement(core: WalletCore, keys: readonly SolanaKey[]): () => () => void {
  const { page } = core.platform;
  const make: MakeAnnounced = (life, times) => {
    const wallet = createSolanaWallet(core, keys, life);
    return () => {
      const removals: (() => void)[] = [];
      const registerWith = (api: unknown, ...wallets: Wallet[]) => {
        if (hasRegister(api)) removals.push(api.register(...wallets));
      };
      const registerAll = (api: unknown) => {
        for (let time = 0; time < times; time++) registerWith(api, wallet);
      };
      const answer = (event: Event) => registerAll('detail' in event ? event.detail : undefined);
      const announce = (detail: unknown) =>
        page.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail }));
      const tellRubbish = () => {
        for (const rubbish of [null, 42, {}, { version: '1.0.0', name: '', accounts: null }]) {
          announce((api: unknown) => registerWith(api, rubbish as unknown as Wallet));
          announce(rubbish);
        }
      };
      page.addEventListener('wallet-standard:app-ready', answer);
      core.commands.on('rubbish', tellRubbish);
      announce(registerAll);
      life.onEnd(() => core.commands.off('rubbish', tellRubbish));
      return () => {
        page.removeEventListener('wallet-standard:app-ready', answer);
        core.commands.off('rubbish', tellRubbish);
        for (const remove of removals) remove();
      };
    };
  };
  return createAnnouncement(core, make);
}

function hasRegister(api: unknown): api is { readonly register: Register } {
  return typeof api === 'object' && api !== null && 'register' in api && typeof api.register === 'function';
}
