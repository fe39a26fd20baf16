import type { Answer, ShowRequest } from '../approval.ts';
import { createHost, PANEL_HOST_ID } from './element.ts';
import { createRequestView } from './request-view.ts';

/** The id of the element whose open shadow root holds the approval window. */
export const WINDOW_HOST_ID = 'practice-wallet-window';

/**
 * Shows a request in the practice panel if that is open, else in a window over the page, which stays usable. The focus
 * moves to the request and back to where it was; Escape inside it rejects. An aborted signal closes it.
 */
export const showInWindow: ShowRequest = async (request, waiting, signal) => {
  if (signal.aborted) return { kind: 'rejected' };
  const before = findFocused();
  const { host, root } = createHost(WINDOW_HOST_ID);
  return new Promise<Answer>((resolve) => {
    const close = (answer: Answer) => {
      stopWatching();
      signal.removeEventListener('abort', leave);
      const hadFocus = root.activeElement !== null;
      host.remove();
      if (hadFocus && before instanceof HTMLElement && before.isConnected) before.focus();
      resolve(answer);
    };
    const leave = () => close({ kind: 'rejected' });
    signal.addEventListener('abort', leave);
    const dialog = createRequestView(request, waiting, close);
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

/**
 * The element in which a window can be used now. What is outside of a modal dialog is inert, and a press
 * outside of a popover closes it; the window of a real extension is neither, so it moves inside. Else it is in the
 * practice panel while that is open.
 */
function findHome(): Element {
  const open = document.querySelectorAll(
    'dialog:modal, [popover="auto"]:popover-open, [popover=""]:popover-open',
  );
  return open[open.length - 1] ?? document.querySelector(`#${PANEL_HOST_ID}[data-open]`) ?? document.body;
}

/** Calls back when another home may have become right. Returns the undoing. */
function watchHome(host: HTMLElement, move: (home: Element) => void): () => void {
  const follow = () => {
    const home = findHome();
    if (!host.isConnected || host.parentElement !== home) move(home);
  };
  const observer = new MutationObserver(follow);
  observer.observe(document, { subtree: true, childList: true, attributeFilter: ['open', 'data-open'] });
  // A popover opens and closes without an attribute changing.
  document.addEventListener('toggle', follow, true);
  return () => {
    observer.disconnect();
    document.removeEventListener('toggle', follow, true);
  };
}
