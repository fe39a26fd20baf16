import type { PracticeWallet } from '../wallet.ts';
import { createElement, createHost, createSheet, keepFromPage } from '../window/element.ts';
import { PANEL_HOST_ID } from '../window/top-layer-home.ts';
import { createAccountRow } from './account-row.ts';
import { type FaultGrid, showGrid } from './fault-grid.ts';
import { takeOpener } from './opener.ts';
import { createPress } from './press.ts';
import { panelStyle, roomStyle } from './style.ts';

/** What the practice panel can change. */
export interface PanelParts {
  /** The wallets that are in the browser at first, one of each family. */
  readonly wallets: readonly PracticeWallet[];
  /** The others. */
  readonly seconds: readonly PracticeWallet[];
  readonly grids: readonly FaultGrid[];
}

/**
 * Puts the practice panel on the page, closed. While it is open the root has `data-practice-open`, and the page leaves
 * it room. Returns the undoing.
 */
export function openPanel(parts: PanelParts): () => void {
  const control = new AbortController();
  const { host, root } = createHost(PANEL_HOST_ID, panelStyle);
  keepFromPage(host);
  const room = createSheet(roomStyle);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, room];
  const panel = createElement('aside', {
    class: 'panel',
    hidden: '',
    tabindex: '-1',
    'aria-label': 'Practice',
  });
  const tell = (isOpen: boolean) => {
    panel.hidden = !isOpen;
    host.toggleAttribute('data-open', isOpen);
    document.documentElement.toggleAttribute('data-practice-open', isOpen);
    opener.tell(isOpen);
  };
  const show = (isOpen: boolean) => {
    // What nobody opens costs the page nothing.
    if (panel.childElementCount === 0)
      panel.append(...createContent(parts, () => show(false), control.signal));
    tell(isOpen);
    (isOpen ? panel : opener.button).focus();
  };
  const opener = takeOpener(root, () => show(!host.hasAttribute('data-open')), control.signal);
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    show(false);
  });
  root.append(panel);
  // A page may load the wallets before its body is there.
  (document.body ?? document.documentElement).append(host);
  return () => {
    tell(false);
    control.abort();
    host.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== room);
  };
}

function createContent(
  { wallets, seconds, grids }: PanelParts,
  close: () => void,
  signal: AbortSignal,
): readonly HTMLElement[] {
  const told = createElement('p', { class: 'note told', role: 'status' });
  const say = (text: string) => {
    told.textContent = text;
  };
  const shown = grids.map((grid) => showGrid(grid, say, signal));
  const [first] = shown;
  if (first) first.element.open = true;
  const reset = async () => {
    say(await resetAll(grids));
    await Promise.all(shown.map((grid) => grid.refresh()));
  };
  const toRow = (wallet: PracticeWallet) => createAccountRow(wallet, signal);
  return [
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
