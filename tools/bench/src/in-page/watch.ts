import { type Family, families, type Notes, type Point, type Settings, type Told } from './settings.ts';

/** An application's own content. */
const application = '[data-bench=application]';

/**
 * Watches a page from before its scripts, and notes times. `tell` is called with them: to ask a slow page for them would cost
 * it the time that is measured.
 */
export function watch({ marks, accounts }: Settings, notes: Notes, tell: (told: Told) => void): void {
  const shown: Readonly<Record<Family, string>> = {
    evm: accounts.evm.address.slice(0, 6),
    solana: accounts.solana.address.slice(0, 6),
    near: accounts.near.accountId.slice(0, 6),
  };
  // No question of style or layout: the page would have to do that work now.
  const find = (selector: string) => {
    const element = document.querySelector<HTMLElement>(selector);
    return element?.closest('[hidden]') === null ? element : undefined;
  };
  const hasAll = (row: Settings['marks']['row']) => families.every((family) => find(row[family]));

  function look(): void {
    if (notes.buttonMs === undefined) lookForButton();
    if (notes.shownMs === undefined && find(application)) {
      notes.shownMs = performance.now();
      tell({ noted: 'shown' });
    }
    if (notes.listMs === undefined) lookIntoList();
    for (const family of families) if (notes.send[family] === undefined) lookAtCard(family);
  }

  function lookForButton(): void {
    const button = find(marks.button);
    if (!button) return;
    notes.buttonMs = performance.now();
    void Promise.all([untilPlaced(button), firstPaint]).then(([middle]) => tell({ noted: 'button', middle }));
  }

  function lookIntoList(): void {
    if (!document.querySelector<HTMLDialogElement>(marks.dialog)?.open) return;
    notes.openedMs ??= performance.now();
    if (hasAll(marks.drawn)) notes.drawnMs ??= performance.now();
    if (!hasAll(marks.row)) return;
    notes.listMs = performance.now();
    tell({ noted: 'list' });
  }

  function lookAtCard(family: Family): void {
    const card = document.querySelector(marks.card[family]);
    if (!card) return;
    const note = (name: 'account' | 'connected' | 'send', isSeen: boolean) => {
      if (!isSeen || notes[name][family] !== undefined) return;
      notes[name][family] = performance.now();
      tell({ noted: `${name}-${family}` });
    };
    note('account', notes.account[family] === undefined && `${card.textContent}`.includes(shown[family]));
    note('connected', card.matches(marks.connected));
    note('send', card.matches(marks.connected) && card.querySelector(marks.send) !== null);
  }

  const firstPaint = untilPainted();
  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  // Its definition changes nothing in the document.
  void customElements.whenDefined('linkspan-connect').then(look);
}

/** Resolves once something of the page has been painted. */
function untilPainted(): Promise<void> {
  return new Promise((resolve) => {
    new PerformanceObserver((list, observer) => {
      if (!list.getEntries().some(({ name }) => name === 'first-contentful-paint')) return;
      observer.disconnect();
      resolve();
    }).observe({ type: 'paint', buffered: true });
  });
}

/** The middle of an element in the first frame that shows it, of the layout that the browser has made for that frame. */
function untilPlaced(element: Element): Promise<Point> {
  return new Promise((resolve) => {
    new IntersectionObserver((entries, observer) => {
      const entry = entries.at(-1);
      if (!entry?.isIntersecting) return;
      observer.disconnect();
      const { x, y, width, height } = entry.boundingClientRect;
      resolve({ x: x + width / 2, y: y + height / 2 });
    }).observe(element);
  });
}
