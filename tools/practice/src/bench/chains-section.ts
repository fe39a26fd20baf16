import { families } from '../wallets/family.ts';
import type { FamilyNetworks } from '../wallets/options.ts';
import type { PanelSection } from '../wallets/panel/section.ts';
import { createPress } from '../wallets/panel/wallet-actions.ts';
import { createElement } from '../wallets/window/element.ts';
import { createNetworkGroup } from './network-group.ts';
import { createTeller } from './teller.ts';

/** The section of the panel in which the practice chains are broken. */
export function createChainsSection(networks: FamilyNetworks): PanelSection {
  const teller = createTeller();
  const groups = families.flatMap((family) =>
    (networks[family] ?? []).map((network) => createNetworkGroup(family, network, teller)),
  );
  const allOff = createPress('practice-chains-off', 'Mend all chains', () => {
    const turnOff = async () => {
      await Promise.all(groups.map((group) => group.turnOff()));
      return 'All chains are as they should be.';
    };
    void teller.whileDoing(turnOff);
  });
  const refresh = async () => {
    await Promise.all(groups.map((group) => group.refresh()));
    return '';
  };
  const presses = createElement('div', { class: 'presses' }, allOff);
  const told = createElement('div', { class: 'told' }, presses, teller.element);
  return {
    id: 'chains',
    title: 'Chains',
    element: createElement('div', {}, ...groups.map(({ element }) => element), told),
    open: () =>
      void teller.whileDoing(refresh, { failed: 'Not all of these chains can be broken from here.' }),
    close: () => undefined,
  };
}
