import { createAnnouncement, type MakeAnnounced } from '../announcement.ts';
import type { WalletCore } from '../wallet-core.ts';
import type { NearKey } from './near-keys.ts';
import { createNearWallet } from './near-wallet.ts';

/**
 * Makes a NEAR wallet. What it returns announces it as an injected wallet, at once and whenever the page
 * says that it is ready; the undoing stops that, since the protocol knows no withdrawal.
 */
export function createNearAnnouncement(core: WalletCore, keys: readonly NearKey[]): () => () => void {
  const { page } = core.platform;
  const dispatch = (detail: unknown) =>
    page.dispatchEvent(new CustomEvent('near-wallet-injected', { detail }));
  const make: MakeAnnounced = (life, times) => {
    const wallet = Object.freeze(createNearWallet(core, keys, life));
    const announce = () => {
      for (let time = 0; time < times; time++) dispatch(wallet);
    };
    // The protocol has no events that could be rubbish: what is announced can.
    const tellRubbish = () => {
      for (const detail of [null, 42, {}, { manifest: null }, { manifest: { id: 7 } }]) dispatch(detail);
    };
    const endRubbish = () => core.commands.off('rubbish', tellRubbish);
    return () => {
      page.addEventListener('near-selector-ready', announce);
      core.commands.on('rubbish', tellRubbish);
      life.onEnd(endRubbish);
      announce();
      return () => {
        page.removeEventListener('near-selector-ready', announce);
        endRubbish();
      };
    };
  };
  return createAnnouncement(core, make);
}
