import type { WalletCore } from '../wallet-core.ts';
import { createElement } from '../window/element.ts';
import type { PanelSection } from './section.ts';
import { createWalletGroup } from './wallet-group.ts';

/** The section of the panel that shows the inside of each wallet. */
export function createWalletsSection(cores: readonly WalletCore[]): PanelSection {
  const groups = cores.map(createWalletGroup);
  return {
    id: 'wallets',
    title: 'Wallets',
    element: createElement('div', {}, ...groups.map(({ element }) => element)),
    close: () => {
      for (const { close } of groups) close();
    },
  };
}
