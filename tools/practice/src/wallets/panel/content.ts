import type { PracticeWallet } from '../wallet.ts';
import { createElement } from '../window/element.ts';
import { createAccountRow } from './account-row.ts';
import { type FaultGrid, showGrid } from './fault-grid.ts';
import { createPress } from './press.ts';

/** What the practice panel can change. */
export interface PanelParts {
  /** The wallets that are in the browser at first, one of each family. */
  readonly wallets: readonly PracticeWallet[];
  /** The others. */
  readonly seconds: readonly PracticeWallet[];
  readonly grids: readonly FaultGrid[];
}

/** What stands in the panel. */
export interface PanelContent {
  readonly elements: readonly HTMLElement[];
  /** Shows what is on now. */
  refresh(): Promise<unknown>;
}

/** Makes what stands in the panel; its button calls `close`. The signal ends what it follows. */
export function createContent(
  { wallets, seconds, grids }: PanelParts,
  close: () => void,
  signal: AbortSignal,
): PanelContent {
  const told = createElement('p', { class: 'note told', role: 'status' });
  const say = (text: string) => {
    told.textContent = text;
  };
  const shown = grids.map((grid) => showGrid(grid, say, signal));
  const [first] = shown;
  if (first) first.element.open = true;
  const refresh = () => Promise.all(shown.map((grid) => grid.refresh()));
  const reset = async () => {
    say(await resetAll(grids));
    await refresh();
  };
  const toRow = (wallet: PracticeWallet) => createAccountRow(wallet, signal);
  const elements = [
    createElement('div', { class: 'head' }, createElement('h2', {}, 'Practice'), createClosing(close)),
    createElement(
      'div',
      { class: 'body' },
      createElement(
        'p',
        { class: 'about' },
        'Local networks and test money. Nothing here is real, so break what you like.',
      ),
      createElement('slot', { name: 'request' }),
      createElement('h3', {}, 'Accounts'),
      ...wallets.map(toRow),
      createElement(
        'details',
        { id: 'practice-seconds' },
        createElement('summary', {}, createElement('span', { class: 'name' }, 'Second Practice Wallet')),
        ...seconds.map(toRow),
      ),
      createElement('h3', {}, 'Cause trouble'),
      ...shown.map(({ element }) => element),
      createElement(
        'div',
        { class: 'presses' },
        createPress('Reset all', () => void reset()),
        createPress('Reload page', () => location.reload()),
      ),
    ),
    told,
  ];
  return { elements, refresh };
}

/** Resolves to what is to be said: what could not be reset, if anything. */
async function resetAll(grids: readonly FaultGrid[]): Promise<string> {
  const outcomes = await Promise.allSettled(
    grids.map(async ({ targets }) => {
      for (const target of await targets()) await target.reset();
    }),
  );
  const failed = grids.filter((_, at) => outcomes[at]?.status === 'rejected').map((grid) => grid.failed);
  if (failed.length > 0) return [...new Set(failed)].join(' ');
  return 'Everything is as it should be, code once the page is loaded again.';
}

function createClosing(close: () => void): HTMLElement {
  const closing = createElement(
    'button',
    { class: 'round', type: 'button', 'aria-label': 'Close' },
    createElement('span', { 'aria-hidden': 'true' }, '×'),
  );
  closing.addEventListener('click', close);
  return closing;
}
