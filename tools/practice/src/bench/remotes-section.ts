import type { PanelSection } from '../wallets/panel/section.ts';
import { createPress } from '../wallets/panel/wallet-actions.ts';
import { createElement } from '../wallets/window/element.ts';
import { loadRemotes } from './bench-place.ts';
import { createRemoteGroup, type RemoteGroup } from './remote-group.ts';
import { createTeller } from './teller.ts';

/** The section of the panel in which the remotes are broken. `beside` is the address of the practice wallets. */
export function createRemotesSection(beside: string): PanelSection {
  const teller = createTeller();
  const list = createElement('div');
  let groups: readonly RemoteGroup[] | undefined;
  const allOff = createPress('practice-remotes-off', 'Mend all remotes', () => {
    const turnOff = async () => {
      for (const group of groups ?? []) await group.turnOff();
      return 'All remotes are as they should be, once the page is loaded again.';
    };
    void teller.whileDoing(turnOff, { busy: 'The remotes are being repaired …' });
  });
  const again = createPress('practice-load-again', 'Load the page again', () => location.reload());
  const find = async () => {
    const found = groups ?? (await loadRemotes(beside)).map((remote) => createRemoteGroup(remote, teller));
    if (groups === undefined) list.append(...found.map(({ element }) => element));
    groups = found;
    await Promise.all(groups.map((group) => group.refresh()));
    return '';
  };
  const presses = createElement('div', { class: 'presses' }, allOff, again);
  const told = createElement('div', { class: 'told' }, presses, teller.element);
  return {
    id: 'remotes',
    title: 'Remotes',
    element: createElement('div', {}, list, told),
    open: () =>
      void teller.whileDoing(find, { failed: 'The remotes of this page cannot be broken from here.' }),
    close: () => undefined,
  };
}
