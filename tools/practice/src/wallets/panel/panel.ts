import { createElement, createHost, createSheet, keepFromPage } from '../window/element.ts';
import { PANEL_HOST_ID } from '../window/top-layer-home.ts';
import { createContent, type PanelContent, type PanelParts } from './content.ts';
import { takeOpener } from './opener.ts';
import { panelStyle, roomStyle } from './style.ts';

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
  let content: PanelContent | undefined;
  const show = (isOpen: boolean) => {
    // What nobody opens costs the page nothing.
    if (content === undefined) {
      content = createContent(parts, () => show(false), control.signal);
      panel.append(...content.elements);
    }
    tell(isOpen);
    if (isOpen) void content.refresh();
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
