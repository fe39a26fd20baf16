import { type FamilyId, LinkspanError } from '@linkspan/contract';
import { bodyOf } from '../csp/policy.ts';
import { raiseMs, unseenMs } from '../limits.ts';

/**
 * The sheet of an application's page for what a person must see wherever the application is: requests, and warnings after
 * them. It is open while something is in it, in the top layer.
 */
export interface Front {
  /**
   * Settles once the sheet shows what this family is asked, and nothing of the page covers it. Waits while the page is hidden.
   * Rejects with `wallet/unseen`.
   */
  untilSeen(family: FamilyId, wallet: string): Promise<void>;
}

/** By these events applications close what is behind a dialog of theirs, take the focus back, and stop the page's scrolling. */
const ownEvents = ['pointerdown', 'mousedown', 'touchstart', 'touchmove', 'wheel', 'focusin', 'keydown'];

/** By these attributes they hide what is behind it. */
const hidingAttributes = ['aria-hidden', 'inert', 'hidden'];

/**
 * Opens the sheet `.requests` of the shell's root. While it, or a modal dialog of the root, is open, it stays above modal
 * dialogs that the application opens: as a modal one, since everything else is inert then. It is not modal otherwise, so that
 * a wallet's own window in the page stays within reach.
 */
export function openFront(root: HTMLElement): Front {
  const tree = root.getRootNode() as ShadowRoot;
  const { host } = tree;
  const sheet = root.querySelector('.requests') as HTMLDialogElement;
  /** How many requests wait to be seen: until then nothing at all may cover the sheet. */
  let waiting = 0;
  /** The application's modal dialog that the sheet was raised above. */
  let below: Element | undefined;
  /** Dialogs that were closed only to be opened again, whose event comes later. */
  const reopened = new Set<EventTarget>();
  let [raises, raisedAt] = [0, Number.NEGATIVE_INFINITY];
  let timer: ReturnType<typeof setInterval> | undefined;

  for (const name of ownEvents) host.addEventListener(name, (event) => event.stopPropagation());
  root.addEventListener(
    'close',
    (event) => {
      if (event.target && reopened.delete(event.target)) event.stopImmediatePropagation();
    },
    true,
  );
  // A request is ended by its own button.
  sheet.addEventListener('cancel', (event) => event.preventDefault());

  const isShown = () => sheet.open || sheet.matches(':popover-open');
  const topmost = () =>
    sheet.childElementCount > 0
      ? sheet
      : [...root.querySelectorAll<HTMLDialogElement>('dialog:modal')].at(-1);

  function hide(): void {
    if (sheet.matches(':popover-open')) sheet.hidePopover();
    sheet.close();
    below = undefined;
  }

  function raise(dialog: HTMLDialogElement, modal: Element | undefined): void {
    const { activeElement: focused } = tree;
    [raises, raisedAt] = [raises + 1, performance.now()];
    if (dialog.open) reopened.add(dialog);
    if (dialog === sheet) hide();
    else dialog.close();
    dialog.showModal();
    below = modal;
    if (focused instanceof HTMLElement && dialog.contains(focused)) focused.focus();
  }

  function look(): void {
    if (sheet.childElementCount === 0 && isShown()) hide();
    const dialog = topmost();
    if (dialog === undefined) {
      clearInterval(timer);
      [timer, raises] = [undefined, 0];
      return;
    }
    timer ??= setInterval(look, raiseMs);
    if (!host.isConnected) bodyOf(document).append(host);
    for (const name of hidingAttributes) host.removeAttribute(name);
    if (dialog === sheet && !isShown()) sheet.showPopover();
    const cover = coverOf(dialog, dialog, host);
    const modal = cover && modalOf(cover);
    const mayRaise = raises < mostRaises && performance.now() - raisedAt >= raiseMs;
    if (mayRaise && (modal || (cover && waiting > 0))) raise(dialog, modal);
    else if (sheet.open && waiting === 0 && !below?.matches(':modal')) {
      hide();
      sheet.showPopover();
    }
  }
  new MutationObserver(look).observe(root, { subtree: true, attributeFilter: ['open'] });
  new MutationObserver(look).observe(sheet, { childList: true });

  return {
    async untilSeen(family, wallet) {
      waiting += 1;
      try {
        let isDrawn = false;
        for (let left = unseenMs; left > 0; ) {
          const from = performance.now();
          // A page that is hidden has no frames.
          await new Promise(requestAnimationFrame);
          const part = sheet.querySelector(`[data-asks="${CSS.escape(family)}"]`);
          // It was cancelled.
          if (isDrawn && part === null) break;
          isDrawn = part !== null;
          look();
          if (part && coverOf(part, sheet, host) === undefined) return;
          left -= Math.min(performance.now() - from, 100);
        }
      } finally {
        waiting -= 1;
      }
      throw new LinkspanError('wallet/unseen', { wallet });
    },
  };
}

/** An application that covers a sheet of its page again and again will have its way. */
const mostRaises = 10;

/** As many pixels from the edge of an element as a look is taken at it. */
const inset = 12;

/** What is in place of an element, or of all else in its host, where it begins or ends in its sheet; undefined for nothing. */
function coverOf(element: Element, sheet: Element, host: Element): Element | undefined {
  const { left, right, top, bottom } = element.getBoundingClientRect();
  const frame = sheet.getBoundingClientRect();
  const from = Math.max(top, frame.top, 0) + inset;
  const to = Math.min(bottom, frame.bottom, innerHeight) - inset;
  const middle = (left + right) / 2;
  if (to < from) return document.documentElement;
  const found = [from, to].map((y) => document.elementFromPoint(middle, y) ?? document.documentElement);
  return found.find((one) => one !== host);
}

/** The modal dialog that an element is in, also across open shadow trees. */
function modalOf(element: Element): Element | undefined {
  for (let at: Node | null = deepest(element); at !== null; at = at.parentNode ?? hostOf(at))
    if (at instanceof Element && at.matches(':modal')) return at;
  return undefined;
}

function hostOf(node: Node): Element | null {
  return node instanceof ShadowRoot ? node.host : null;
}

/** The open modal dialog of a shadow tree whose host the page's hit test has found; else the element itself. */
function deepest(element: Element): Element {
  const inner = element.shadowRoot?.querySelector(':modal');
  return inner ? deepest(inner) : element;
}
