import type { Page } from 'playwright-core';
import type { Family } from './families.ts';

/** What a card's status has read, one after the other, since the page was loaded. */
export async function readStatuses(page: Page, { id }: Family): Promise<readonly string[]> {
  return page.evaluate((family) => (globalThis as unknown as Recorder).statuses[family] ?? [], id);
}

interface Recorder {
  statuses: Record<string, string[]>;
}

/** Before a page is loaded: notes what each card's status reads from its first paint on, however short it stands. */
export function recordStatuses(): void {
  const statuses: Record<string, string[]> = {};
  Object.assign(globalThis, { statuses });
  const note = () => {
    for (const card of document.querySelectorAll<HTMLElement>('section[data-family]')) {
      const word = card.querySelector('[role=status]')?.textContent ?? '';
      const { family = '' } = card.dataset;
      const seen = statuses[family] ?? [];
      if (word !== '' && seen.at(-1) !== word) seen.push(word);
      statuses[family] = seen;
    }
  };
  document.addEventListener('DOMContentLoaded', () => {
    note();
    new MutationObserver(note).observe(document.body, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
}
