import type { Page } from 'playwright-core';
import type { Family } from './families.ts';

/** What a card says and offers. Texts are empty where it says nothing of the kind. */
export interface Words {
  readonly status: string;
  /** The heading of what has happened, or of what is going on now. */
  readonly title: string;
  readonly advice: string;
  /** The account that it shows, in the chain's own writing. */
  readonly account: string;
  /** The names of the buttons and links, as a screen reader has them. */
  readonly steps: readonly string[];
  /** Whether it tells of a failure. */
  readonly isFailure: boolean;
}

/** Reads a family's card as it is now. */
export function readWords(page: Page, { id }: Pick<Family, 'id'>): Promise<Words> {
  return page.evaluate((family) => {
    const card = document.querySelector<HTMLElement>(`section[data-family=${family}]`);
    const notice = card?.querySelector<HTMLElement>('.notice');
    const said = notice ?? card?.querySelector<HTMLElement>('.say');
    const textOf = (one: Element | null | undefined) => one?.textContent?.trim() ?? '';
    const paragraphs = [...(said?.querySelectorAll('p:not(.notice-title):not(.say-title)') ?? [])];
    const steps = [...(card?.querySelectorAll<HTMLElement>('button:not([data-field]), a') ?? [])];
    return {
      status: textOf(card?.querySelector('[role=status]')),
      title: textOf(said?.querySelector('.notice-title, .say-title')),
      advice: paragraphs.map(textOf).join(' '),
      account: card?.querySelector<HTMLElement>('[data-field=account]')?.title ?? '',
      steps: steps.map((one) => one.getAttribute('aria-label') ?? textOf(one)),
      isFailure:
        ['failed', 'ended'].includes(notice?.dataset.tone ?? '') ||
        !!card?.querySelector('[data-field=failure]'),
    };
  }, id);
}
