import type { Switches } from '../switches.ts';
import type { WalletCore } from '../wallet-core.ts';
import { createElement } from '../window/element.ts';
import { toSwitchGroups } from './switch-groups.ts';
import { createSwitchRow } from './switch-row.ts';
import { createWalletActions } from './wallet-actions.ts';

/** The faults of one wallet, by the moments they are for, folded away at first. */
export interface SwitchList {
  readonly element: HTMLElement;
  show(switches: Switches): void;
}

/** Makes the switches of one wallet, below what can be done to it once; `change` is called with what the person set. */
export function createSwitchList(core: WalletCore, change: (change: Partial<Switches>) => void): SwitchList {
  const { id, family } = core;
  const groups = toSwitchGroups(id, family).map(({ title, notes }) => ({
    title,
    rows: notes.map((note) => createSwitchRow(note, `practice-${id}-${toKebab(note.name)}`, change)),
  }));
  const rows = groups.flatMap((group) => group.rows);
  const count = createElement('span', { class: 'count' });
  const summary = createElement('summary', { id: `practice-${id}-faults` }, 'Faults', count);
  const sets = groups.map(({ title, rows }) =>
    createElement(
      'fieldset',
      { class: 'moment' },
      createElement('legend', {}, title),
      ...rows.map(({ element }) => element),
    ),
  );
  return {
    element: createElement('details', {}, summary, createWalletActions(core), ...sets),
    show: (switches) => {
      for (const { show } of rows) show(switches);
      const on = rows.filter(({ isOn }) => isOn(switches)).length;
      count.textContent = on === 0 ? '' : `${on} on`;
    },
  };
}

function toKebab(name: string): string {
  return name.replace(/Ms$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
