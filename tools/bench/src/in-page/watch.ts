import { type Family, families, type Noted, type Notes, type Settings } from './settings.ts';

/** How long a press has to open the dialog. */
const pressMs = 3_000;

/**
 * Watches a page from before its scripts, opens the dialog if the settings say so, and notes times. `tell` is called with
 * each: to ask a slow page for them would cost it the time that is measured.
 */
export function watch(
  { marks, opens, accounts }: Settings,
  notes: Notes,
  tell: (noted: Noted) => void,
): void {
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
  const dialog = () => document.querySelector<HTMLDialogElement>(marks.dialog);
  const hasAll = (row: Settings['marks']['row']) => families.every((family) => find(row[family]));

  function look(): void {
    const button = find(marks.button);
    if (button && notes.buttonMs === undefined) {
      notes.buttonMs = performance.now();
      tell('button');
    }
    if (notes.shownMs === undefined && find(marks.shown)) {
      notes.shownMs = performance.now();
      tell('shown');
    }
    if (opens === 'at once' && notes.listMs === undefined) lookIntoList(button);
    for (const family of families) if (notes.send[family] === undefined) lookAtCard(family);
  }

  function lookIntoList(button: HTMLElement | undefined): void {
    if (button && !dialog()?.open) button.click();
    if (!dialog()?.open) return;
    if (hasAll(marks.drawn)) notes.drawnMs ??= performance.now();
    if (!hasAll(marks.row)) return;
    notes.listMs = performance.now();
    tell('list');
  }

  function lookAtCard(family: Family): void {
    const card = document.querySelector(marks.card[family]);
    if (!card) return;
    const note = (name: 'account' | 'connected' | 'send', isSeen: boolean) => {
      if (!isSeen || notes[name][family] !== undefined) return;
      notes[name][family] = performance.now();
      tell(`${name}-${family}`);
    };
    note('account', notes.account[family] === undefined && `${card.textContent}`.includes(shown[family]));
    note('connected', card.matches(marks.connected));
    note('send', card.matches(marks.connected) && card.querySelector(marks.send) !== null);
  }

  new MutationObserver(look).observe(document, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  if (typeof opens === 'object') pressAfterPaint(opens.afterPaintMs);

  function pressAfterPaint(afterMs: number): void {
    new PerformanceObserver((list, observer) => {
      if (!list.getEntries().some(({ name }) => name === 'first-contentful-paint')) return;
      observer.disconnect();
      setTimeout(press, afterMs);
    }).observe({ type: 'paint', buffered: true });
  }

  function press(): void {
    notes.pressedMs = performance.now();
    find(marks.button)?.click();
    setTimeout(() => {
      if (dialog()?.open) notes.openedMs = performance.now();
      tell('pressed');
    }, pressMs);
  }
}
