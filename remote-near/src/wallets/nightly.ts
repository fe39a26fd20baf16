import { setupNightly } from '@near-wallet-selector/nightly';
import type { OpenLoaded } from './loaded-wallet.ts';
import { openModule } from './selector-module.ts';

/**
 * Nightly's extension, by the selector's module, which looks for `window.nightly.near`. It signs by the account that is
 * chosen in it, whatever account is asked for.
 */
export const openNightly: OpenLoaded = (options) => openModule(setupNightly(), options);
