import type { PracticeWallet } from '../wallet.ts';
import { createButton, createClosing, createHost, createSheet, h, PANEL_HOST_ID } from '../window/element.ts';
import { roomStyle } from '../window/style.ts';
import { createAccountRow } from './account-row.ts';
import { type FaultGrid, showGrid } from './fault-grid.ts';

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
 * it room. Its button is the page's, which has `data-practice`, or else one of its own. Returns the undoing.
 */
export function openPanel(parts: PanelParts): () => void {
  const control = new AbortController();
  const { signal } = control;
  const { host, root } = createHost(PANEL_HOST_ID);
  const room = createSheet(roomStyle);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, room];
  const own = document.querySelector<HTMLButtonElement>('button[data-practice]');
  const opener = own ?? h('button', { class: 'launcher', type: 'button' }, 'Practice');
  opener.setAttribute('aria-label', `${opener.textContent.trim()} panel`);
  const tell = (isOpen: boolean) => {
    panel.hidden = !isOpen;
    host.toggleAttribute('data-open', isOpen);
    document.documentElement.toggleAttribute('data-practice-open', isOpen);
    opener.setAttribute('aria-expanded', String(isOpen));
    if (!own) opener.hidden = isOpen;
  };
  let refresh: (() => Promise<unknown>) | undefined;
  const show = (isOpen: boolean) => {
    // What nobody opens costs the page nothing.
    refresh ??= fill(panel, parts, () => show(false), signal);
    tell(isOpen);
    if (isOpen) void refresh();
    (isOpen ? panel : opener).focus();
  };
  const panel = h('aside', {
    ...{ class: 'panel', tabindex: '-1', 'aria-label': 'Practice' },
    keydown(event) {
      if ((event as KeyboardEvent).key !== 'Escape') return;
      event.preventDefault();
      show(false);
    },
  });
  opener.addEventListener('click', () => show(!host.hasAttribute('data-open')), { signal });
  tell(false);
  if (own) own.disabled = false;
  else root.append(opener);
  root.append(panel);
  // A page may load the wallets before its body is there.
  (document.body ?? document.documentElement).append(host);
  return () => {
    tell(false);
    control.abort();
    host.remove();
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => sheet !== room);
    if (!own) return;
    own.disabled = true;
    own.removeAttribute('aria-expanded');
  };
}

/** Fills the panel; its button calls `close`. Returns what shows what is on now. */
function fill(
  panel: HTMLElement,
  { wallets, seconds, grids }: PanelParts,
  close: () => void,
  signal: AbortSignal,
): () => Promise<unknown> {
  const told = h('p', { class: 'note told', role: 'status' });
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
  panel.append(
    h('div', { class: 'head' }, h('h2', {}, 'Practice'), createClosing(close, { 'aria-label': 'Close' })),
    h(
      'div',
      { class: 'body' },
      h(
        'p',
        { class: 'about' },
        'Local networks and test money. Nothing here is real, so break what you like.',
      ),
      h('slot', { name: 'request' }),
      h('h3', {}, 'Accounts'),
      ...wallets.map(toRow),
      h(
        'details',
        { id: 'practice-seconds' },
        h('summary', {}, h('span', { class: 'name' }, 'Second Practice Wallet')),
        ...seconds.map(toRow),
      ),
      h('h3', {}, 'Cause trouble'),
      ...shown.map(({ element }) => element),
      h(
        'div',
        { class: 'presses' },
        createButton('Reset all', () => void reset()),
        createButton('Reload page', () => location.reload()),
      ),
    ),
    told,
  );
  return refresh;
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
