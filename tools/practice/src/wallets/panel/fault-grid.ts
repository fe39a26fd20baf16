import type { Family } from '../family.ts';
import { createElement } from '../window/element.ts';
import { drawFamily } from '../window/mark.ts';

/** What can have a fault: a wallet, a network or a server. */
export interface Target {
  readonly family: Family;
  /** Names its toggles, such as `Solana`. */
  readonly title: string;
  /** The ids of the faults that are on. Rejects where that cannot be learned. */
  read(): Promise<readonly string[]> | readonly string[];
  /** Switches one on or off; resolves to what is to be said. */
  set(fault: string, isOn: boolean): Promise<string> | string;
  /** Switches all off. */
  reset(): unknown;
  /** Calls whenever its faults may have changed; returns the undoing. */
  subscribe?(listener: () => void): () => void;
}

/** Faults, and what can have them. */
export interface FaultGrid {
  readonly id: string;
  readonly title: string;
  /** The names of the faults by their ids, in the order in which they are shown. */
  readonly faults: Readonly<Record<string, string>>;
  /** Asked for when they are first shown. */
  targets(): Promise<readonly Target[]> | readonly Target[];
  /** Said where the targets, or what is on in them, cannot be learned or changed. */
  readonly failed: string;
}

/** A grid on the page: a row for each fault, and in it a toggle for each target. */
export interface ShownGrid {
  readonly element: HTMLDetailsElement;
  /** Shows what is on now, and says it if that cannot be learned. */
  refresh(): Promise<void>;
}

/** Shows a grid, folded until its element is opened. The signal ends what it follows. */
export function showGrid(grid: FaultGrid, say: (text: string) => void, signal: AbortSignal): ShownGrid {
  const rows = createElement('div', { class: 'inside' });
  const element = createElement(
    'details',
    { id: `practice-grid-${grid.id}` },
    createElement('summary', {}, createElement('span', { class: 'name' }, grid.title)),
    rows,
  );
  let columns: Promise<readonly Column[]> | undefined;
  const build = async () => {
    const made = (await grid.targets()).map((target) => createColumn(grid, target, say));
    const stops = made.map(({ target, show }) => target.subscribe?.(() => void show()));
    signal.addEventListener('abort', () => {
      for (const stop of stops) stop?.();
    });
    rows.append(...Object.entries(grid.faults).map(([fault, label]) => createRow(grid, fault, label, made)));
    return made;
  };
  const refresh = async () => {
    if (!element.open) return;
    try {
      columns ??= build();
      await Promise.all((await columns).map(({ show }) => show()));
    } catch {
      if (rows.childElementCount === 0) columns = undefined;
      say(grid.failed);
    }
  };
  element.addEventListener('toggle', refresh);
  return { element, refresh };
}

/** The toggles of one target, by the ids of the faults. */
interface Column {
  readonly target: Target;
  readonly toggles: ReadonlyMap<string, HTMLElement>;
  show(): Promise<void>;
}

function createColumn({ faults, failed }: FaultGrid, target: Target, say: (text: string) => void): Column {
  const show = async () => {
    const on = await target.read();
    for (const [fault, toggle] of toggles) toggle.setAttribute('aria-pressed', String(on.includes(fault)));
  };
  const press = async (fault: string) => {
    const isOn = toggles.get(fault)?.getAttribute('aria-pressed') === 'true';
    try {
      say(await target.set(fault, !isOn));
      await show();
    } catch {
      say(failed);
    }
  };
  const toggles = new Map(
    Object.keys(faults).map((fault) => [fault, createToggle(target, () => void press(fault))] as const),
  );
  return { target, toggles, show };
}

function createToggle({ family, title }: Target, press: () => void): HTMLElement {
  const toggle = createElement(
    'button',
    { class: 'toggle', type: 'button', 'aria-pressed': 'false', 'aria-label': title, title },
    drawFamily(family),
  );
  toggle.addEventListener('click', press);
  return toggle;
}

function createRow({ id }: FaultGrid, fault: string, label: string, columns: readonly Column[]): HTMLElement {
  const name = createElement('span', { id: `practice-${id}-${fault}` }, label);
  const toggles = columns.flatMap((column) => column.toggles.get(fault) ?? []);
  return createElement('div', { class: 'row', role: 'group', 'aria-labelledby': name.id }, name, ...toggles);
}
