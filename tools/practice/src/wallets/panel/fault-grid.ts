import type { Family } from '../../families.ts';
import { drawFamily, h } from '../window/element.ts';

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

/**
 * Shows a grid, folded until its element is opened: a row for each fault, and in it a toggle for each target. `refresh`
 * shows what is on now, and says it if that cannot be learned. The signal ends what it follows.
 */
export function showGrid(grid: FaultGrid, say: (text: string) => void, signal: AbortSignal) {
  const rows = h('div', { class: 'inside' });
  let columns: ReturnType<typeof build> | undefined;
  const build = async () => {
    const made = (await grid.targets()).map((target) => createColumn(grid, target, say, signal));
    for (const [fault, label] of Object.entries(grid.faults)) {
      const name = h('span', { id: `practice-${grid.id}-${fault}` }, label);
      const toggles = made.map((column) => column.toggles.get(fault));
      rows.append(h('div', { class: 'row', role: 'group', 'aria-labelledby': name.id }, name, ...toggles));
    }
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
  const summary = h('summary', {}, h('span', { class: 'name' }, grid.title));
  const element = h(
    'details',
    { id: `practice-grid-${grid.id}`, toggle: () => void refresh() },
    summary,
    rows,
  );
  return { element, refresh };
}

/** Makes the toggles of one target, by the ids of the faults. */
function createColumn(
  { faults, failed }: FaultGrid,
  { family, title, read, set, subscribe }: Target,
  say: (text: string) => void,
  signal: AbortSignal,
) {
  const show = async () => {
    const on = await read();
    for (const [fault, toggle] of toggles) toggle.setAttribute('aria-pressed', String(on.includes(fault)));
  };
  const press = async (fault: string) => {
    const isOn = toggles.get(fault)?.getAttribute('aria-pressed') === 'true';
    try {
      say(await set(fault, !isOn));
      await show();
    } catch {
      say(failed);
    }
  };
  const createToggle = (fault: string) =>
    h(
      'button',
      {
        ...{ class: 'toggle', type: 'button', 'aria-pressed': 'false', 'aria-label': title, title },
        click: () => void press(fault),
      },
      drawFamily(family),
    );
  const toggles = new Map(Object.keys(faults).map((fault) => [fault, createToggle(fault)]));
  const stop = subscribe?.(() => void show());
  signal.addEventListener('abort', () => stop?.());
  return { toggles, show };
}
