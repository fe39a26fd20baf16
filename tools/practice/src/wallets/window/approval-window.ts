import type { Answer, ApprovalRequest, ShowRequest } from '../approval.ts';
import { createElement, createHost, keepFromPage } from './element.ts';
import { createRequestView } from './request-view.ts';
import { findHome, PANEL_HOST_ID, watchHome } from './top-layer-home.ts';

/** The id of the element whose open shadow root holds the approval window. */
const WINDOW_HOST_ID = 'practice-wallet-window';

/**
 * Shows a request in the practice panel if that is open, else in a window over the page, which stays usable. The focus
 * moves to the request and back to where it was; Escape inside it rejects. An aborted signal closes it.
 */
export const showInWindow: ShowRequest = async (request, waiting, signal) => {
  if (signal.aborted) return { kind: 'rejected' };
  const before = findFocused();
  const { host, root } = createHost(WINDOW_HOST_ID);
  keepFromPage(host);
  return new Promise<Answer>((resolve) => {
    const close = (answer: Answer) => {
      stopWatching();
      signal.removeEventListener('abort', leave);
      const hadFocus = root.activeElement !== null;
      host.remove();
      if (hadFocus) returnFocus(before);
      resolve(answer);
    };
    const leave = () => close({ kind: 'rejected' });
    signal.addEventListener('abort', leave);
    const dialog = createDialog(request, waiting, close);
    root.append(dialog);
    openIn(findHome(), host, dialog);
    // The window itself and not a button, so that a key meant for the page approves nothing.
    dialog.focus();
    const stopWatching = watchHome(host, (home) => {
      openIn(home, host, dialog);
      // A move drops the focus; what the person went on to in the page keeps it.
      if (document.activeElement === document.body) dialog.focus();
    });
  });
};

function createDialog(
  request: ApprovalRequest,
  waiting: Parameters<ShowRequest>[1],
  close: (answer: Answer) => void,
): HTMLElement {
  const view = createRequestView(request, close);
  waiting(view.tellWaiting);
  const dialog = createElement(
    'div',
    {
      class: 'window',
      role: 'dialog',
      tabindex: '-1',
      'aria-labelledby': view.nameId,
      'aria-describedby': view.titleId,
    },
    ...view.parts,
  );
  dialog.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    // Else the same key would close a dialog of the page.
    event.preventDefault();
    close({ kind: 'rejected' });
  });
  return dialog;
}

function openIn(home: Element, host: HTMLElement, dialog: HTMLElement): void {
  const isInPanel = home.id === PANEL_HOST_ID;
  dialog.removeAttribute('popover');
  host.slot = isInPanel ? 'request' : '';
  home.append(host);
  if (isInPanel) return;
  dialog.setAttribute('popover', 'manual');
  dialog.showPopover();
}

/** What has the focus, also inside the panel. */
function findFocused(): Element | null {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return focused;
}

function returnFocus(before: Element | null): void {
  if (before instanceof HTMLElement && before.isConnected) before.focus();
}
