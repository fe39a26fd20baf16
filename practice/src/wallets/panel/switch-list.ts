import { MOST_LATE_MS, type Switches, switchLabels, switchNames } from '../switches.ts';
import type { WalletId } from '../wallet-id.ts';
import { createElement } from '../window/element.ts';

/** How late a wallet is when a switch for it is turned on, in milliseconds. */
const LATE_MS = 3_000;

/** The switches of one wallet, folded away at first. */
export interface SwitchList {
  readonly element: HTMLElement;
  show(switches: Switches): void;
}

type Change = (change: Partial<Switches>) => void;
type Row = { readonly element: HTMLElement; readonly show: (switches: Switches) => void };

/** Makes the switches of one wallet; `change` is called with what the person set. */
export function createSwitchList(id: WalletId, change: Change): SwitchList {
  const offered = switchNames.filter((name) => name !== 'secondWallet' || !id.endsWith('-second'));
  const rows = offered.map((name) => createRow(name, `practice-${id}-${toKebab(name)}`, change));
  const summary = createElement('summary', { id: `practice-${id}-faults` }, 'Faults');
  return {
    element: createElement('details', {}, summary, ...rows.map(({ element }) => element)),
    show: (switches) => {
      for (const { show } of rows) show(switches);
    },
  };
}

function createRow(name: keyof Switches, id: string, change: Change): Row {
  const box = createElement('input', { type: 'checkbox', id });
  const label = createElement('label', { for: id }, box, switchLabels[name]);
  const element = createElement('div', { class: 'switch' }, label);
  if (name !== 'answersLateMs' && name !== 'announcesLateMs') {
    box.addEventListener('change', () => change({ [name]: box.checked }));
    return {
      element,
      show: (switches) => {
        box.checked = switches[name];
      },
    };
  }
  const delay = createDelay(name, id);
  element.append(delay);
  const set = () => change({ [name]: box.checked ? clamp(delay.valueAsNumber) : 0 });
  box.addEventListener('change', set);
  delay.addEventListener('change', set);
  return {
    element,
    show: (switches) => {
      box.checked = switches[name] > 0;
      if (box.checked) delay.value = String(switches[name]);
    },
  };
}

function createDelay(name: keyof Switches, id: string): HTMLInputElement {
  return createElement('input', {
    class: 'late',
    type: 'number',
    id: `${id}-ms`,
    min: '1',
    max: String(MOST_LATE_MS),
    value: String(LATE_MS),
    'aria-label': `${switchLabels[name]}, in milliseconds`,
  });
}

function clamp(delayMs: number): number {
  return Number.isFinite(delayMs) ? Math.min(MOST_LATE_MS, Math.max(1, Math.round(delayMs))) : LATE_MS;
}

function toKebab(name: string): string {
  return name.replace(/Ms$/, '').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
