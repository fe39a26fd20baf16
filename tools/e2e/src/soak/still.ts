import type { Page } from 'playwright-core';
import { families } from '../page/families.ts';
import { readWords, type Words } from '../page/words.ts';

/** What the cards say, by the ids of their families. */
export type Cards = Readonly<Record<string, Words>>;

/** What the cards say once the page has stopped changing. */
export async function readStill(page: Page): Promise<Cards> {
  await page.evaluate(whenStill);
  return readCards(page);
}

/** What the cards say now. */
export async function readCards(page: Page): Promise<Cards> {
  const entries = families.map(async (family) => [family.id, await readWords(page, family)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** Whether nothing is under way that could still change a card by itself. */
export function isStill({ status, steps }: Words): boolean {
  return status !== 'Connecting' && status !== 'Reconnecting' && !steps.includes('Cancel');
}

/** In the page: resolves after two animation frames in a row in which nothing in the document has changed. */
function whenStill(): Promise<void> {
  return new Promise((resolve) => {
    let framesLeft = 2;
    const observer = new MutationObserver(() => {
      framesLeft = 2;
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    const step = () => {
      framesLeft -= 1;
      if (framesLeft >= 0) return requestAnimationFrame(step);
      observer.disconnect();
      return resolve();
    };
    requestAnimationFrame(step);
  });
}
