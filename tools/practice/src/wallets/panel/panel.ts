import { createElement, createHost } from '../window/element.ts';
import { createMark } from '../window/mark.ts';
import { keepFromPage } from '../window/page-events.ts';
import type { PanelSection } from './section.ts';

/** The id of the element whose open shadow root holds the launcher and the panel. */
const PANEL_HOST_ID = 'practice-wallets';

/** What the panel is made of: its sections, the first of them unfolded. */
export interface PanelParts {
  readonly sections: readonly PanelSection[];
}

/** Puts the launcher of the practice panel on the page. Returns the undoing, which closes the sections. */
export function openPanel({ sections }: PanelParts): () => void {
  const { host, root } = createHost(PANEL_HOST_ID);
  keepFromPage(host);
  const launcher = createLauncher();
  const panel = createPanel(sections.map(toFold));
  const show = (isOpen: boolean) => {
    panel.togglePopover(isOpen);
    launcher.setAttribute('aria-expanded', String(isOpen));
    (isOpen ? panel : launcher).focus();
  };
  launcher.addEventListener('click', () => show(!panel.matches(':popover-open')));
  panel.querySelector('.closing')?.addEventListener('click', () => show(false));
  panel.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    show(false);
  });
  keepOpenedInView(panel);
  root.append(launcher, panel);
  // A page may load the wallets before its body is there.
  (document.body ?? document.documentElement).append(host);
  return () => {
    host.remove();
    for (const { close } of sections) close();
  };
}

/**
 * What has been unfolded may begin, or end, below what the panel shows, and may still grow as it is filled: it is kept
 * in view until the person goes on.
 */
function keepOpenedInView(panel: HTMLElement): void {
  const grown = new ResizeObserver((entries) => {
    for (const { target, contentRect } of entries)
      target.scrollIntoView({ block: contentRect.height < panel.clientHeight / 2 ? 'nearest' : 'start' });
  });
  const follow = ({ target }: Event) => {
    grown.disconnect();
    if (target instanceof HTMLDetailsElement && target.open) grown.observe(target);
  };
  // A fold tells nobody above it: it is heard on the way down.
  panel.addEventListener('toggle', follow, true);
  for (const name of ['pointerdown', 'touchstart', 'wheel', 'keydown'])
    panel.addEventListener(name, () => grown.disconnect(), { passive: true });
}

function toFold({ id, title, element, open }: PanelSection, at: number): HTMLElement {
  const summary = createElement('summary', {}, title);
  const fold = createElement('details', { class: 'section', id: `practice-section-${id}` }, summary, element);
  fold.open = at === 0;
  fold.addEventListener('toggle', () => fold.open && open?.());
  return fold;
}

function createLauncher(): HTMLButtonElement {
  return createElement(
    'button',
    {
      class: 'launcher',
      type: 'button',
      id: 'practice-launcher',
      'aria-label': 'Practice panel',
      'aria-expanded': 'false',
      'aria-controls': 'practice-panel',
    },
    createElement('i', { 'aria-hidden': 'true' }, createMark()),
    createElement('span', {}, 'Practice'),
  );
}

function createPanel(folds: readonly HTMLElement[]): HTMLElement {
  return createElement(
    'div',
    {
      class: 'panel',
      popover: 'manual',
      role: 'dialog',
      tabindex: '-1',
      id: 'practice-panel',
      'aria-labelledby': 'practice-panel-name',
    },
    createElement('p', { class: 'stripe' }, 'Practice. Test keys, local chains.'),
    createElement(
      'div',
      { class: 'head' },
      createElement('h2', { id: 'practice-panel-name' }, 'Break it'),
      createElement('button', { class: 'button small closing', type: 'button' }, 'Close'),
    ),
    createElement(
      'div',
      { class: 'body', tabindex: '0', role: 'group', 'aria-label': 'What can be broken' },
      ...folds,
    ),
  );
}
