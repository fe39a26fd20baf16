import type { WalletCore } from '../wallet-core.ts';
import type { NearKey } from './near-keys.ts';
import { createNearWallet } from './near-wallet.ts';

/**
 * Makes a NEAR wallet. What it returns announces it as an injected wallet, at once and whenever the page
 * says that it is ready; the undoing stops that, since the protocol knows no withdrawal.
 */
export function createNearAnnouncement(core: WalletCore, keys: readonly NearKey[]): () => () => void {
  const detail = Object.freeze(createNearWallet(core, keys));
  const { page } = core.platform;
  const announce = () => page.dispatchEvent(new CustomEvent('near-wallet-injected', { detail }));
  return () => {
    page.addEventListener('near-selector-ready', announce);
    announce();
    return () => page.removeEventListener('near-selector-ready', announce);
  };
}
