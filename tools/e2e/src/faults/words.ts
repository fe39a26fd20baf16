/** What a card says and offers. Texts are empty where it says nothing of the kind. */
export interface Words {
  readonly status: string;
  /** The heading of what has happened, or of what is going on now. */
  readonly title: string;
  readonly advice: string;
  /** The account that it shows, in the chain's own writing. */
  readonly account: string;
  /** Every text of the card, as it is read. */
  readonly text: string;
  /** The names of the buttons and links, as a screen reader has them. */
  readonly steps: readonly string[];
  /** Whether it tells of a failure. */
  readonly isFailure: boolean;
  /** The code of that, which no text says. */
  readonly code: string;
}

/** What a card says, for the matrix: neither what an account holds nor what is asked, which no two runs have alike. */
export function toSaid({ status, title, advice }: Words): string {
  return [status, title, advice].filter((text) => text !== '').join(' · ');
}

/** In the page: reads a family's card. */
export function readWords(id: string): Words {
  const card = document.querySelector<HTMLElement>(`section[data-family=${id}]`);
  const notice = card?.querySelector<HTMLElement>('.notice');
  const told = notice ?? card?.querySelector<HTMLElement>('.say');
  const textOf = (one: Element | null | undefined) => one?.textContent?.trim() ?? '';
  const paragraphs = [...(told?.querySelectorAll('p:not(.notice-title):not(.say-title)') ?? [])];
  const failure = card?.querySelector('[data-field=failure]') ?? null;
  const steps = [...(card?.querySelectorAll<HTMLElement>('button:not([data-field]), a') ?? [])];
  return {
    status: textOf(card?.querySelector('[role=status]')),
    title: textOf(told?.querySelector('.notice-title, .say-title')),
    advice: paragraphs.map(textOf).join(' '),
    account: card?.querySelector<HTMLElement>('[data-field=account]')?.title ?? '',
    text: card?.textContent ?? '',
    steps: steps.map((one) => one.getAttribute('aria-label') ?? textOf(one)),
    isFailure: notice?.dataset.tone === 'failed' || failure !== null,
    code: notice?.dataset.code ?? textOf(failure).split('\n')[0] ?? '',
  };
}
