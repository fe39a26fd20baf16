/** The id of the element that holds the practice panel. It has `data-open` while the panel is open. */
export const PANEL_HOST_ID = 'practice-wallets';

/**
 * The element in which a window can be used now. What is outside of a modal dialog is inert, and a press
 * outside of a popover closes it; the window of a real extension is neither, so it moves inside. Else it is in the
 * practice panel while that is open.
 */
export function findHome(): Element {
  const open = document.querySelectorAll(
    'dialog:modal, [popover="auto"]:popover-open, [popover=""]:popover-open',
  );
  return open[open.length - 1] ?? document.querySelector(`#${PANEL_HOST_ID}[data-open]`) ?? document.body;
}

/** Calls back when another home may have become right. Returns the undoing. */
export function watchHome(host: HTMLElement, move: (home: Element) => void): () => void {
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
