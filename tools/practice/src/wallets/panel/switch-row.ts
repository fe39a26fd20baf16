import { MOST_LATE_MS, noSwitches, type Switches } from '../switches.ts';
import { createElement } from '../window/element.ts';
import { createSelect } from './select.ts';
import type { SwitchNote } from './switch-groups.ts';

/** How late a wallet is when a switch for it is turned on, in milliseconds. */
const LATE_MS = 3_000;

/** One switch of the panel. */
export interface SwitchRow {
  readonly element: HTMLElement;
  show(switches: Switches): void;
  isOn(switches: Switches): boolean;
}

type Change = (change: Partial<Switches>) => void;
type Row = Omit<SwitchRow, 'isOn'>;

/** Makes a box, a box with a delay, or a list, as the switch has it; `change` is called with what the person set. */
export function createSwitchRow(note: SwitchNote, id: string, change: Change): SwitchRow {
  const set = (setting: boolean | number | string) => change({ [note.name]: setting });
  return { ...createRow(note, id, set), isOn: (switches) => switches[note.name] !== noSwitches[note.name] };
}

function createRow(note: SwitchNote, id: string, set: (setting: boolean | number | string) => void): Row {
  const { name, label, settings } = note;
  if (settings) return createSettings({ ...note, settings }, id, set);
  const box = createElement('input', { type: 'checkbox', id });
  const element = createElement('div', { class: 'switch' }, createElement('label', { for: id }, box, label));
  if (name.endsWith('Ms')) return withDelay(note, box, element, set);
  box.addEventListener('change', () => set(box.checked));
  return {
    element,
    show: (switches) => {
      box.checked = switches[name] === true;
    },
  };
}

function createSettings(
  { name, label, settings }: SwitchNote & { readonly settings: Readonly<Record<string, string>> },
  id: string,
  set: (setting: string) => void,
): Row {
  const options = Object.entries(settings).map(([value, title]) => ({ value, title }));
  const select = createSelect({ id, label, options }, set);
  return { element: select.element, show: (switches) => select.show(String(switches[name])) };
}

function withDelay(
  { name, label }: SwitchNote,
  box: HTMLInputElement,
  element: HTMLElement,
  set: (setting: number) => void,
): Row {
  const delay = createElement('input', {
    class: 'late',
    type: 'number',
    id: `${box.id}-ms`,
    min: '1',
    max: String(MOST_LATE_MS),
    value: String(LATE_MS),
    'aria-label': `${label}, in milliseconds`,
  });
  element.append(delay);
  const follow = () => set(box.checked ? clamp(delay.valueAsNumber) : 0);
  box.addEventListener('change', follow);
  delay.addEventListener('change', follow);
  return {
    element,
    show: (switches) => {
      const delayMs = Number(switches[name]);
      box.checked = delayMs > 0;
      if (box.checked) delay.value = String(delayMs);
    },
  };
}

function clamp(delayMs: number): number {
  return Number.isFinite(delayMs) ? Math.min(MOST_LATE_MS, Math.max(1, Math.round(delayMs))) : LATE_MS;
}
