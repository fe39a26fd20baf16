import { setupNightly } from '@near-wallet-selector/nightly';
import type { OpenLoaded } from './loaded-wallet.ts';
import { openModule } from './selector-module.ts';

/** Nightly's extension, by the selector's module, which looks for `window.nightly.near`. */
export const openNightly: OpenLoaded = (options) => openModule(setupNightly(), options);
