/** What a card says until the views have come. */
export interface Painted {
  readonly status: string;
  /** The status as people read it. */
  readonly word: string;
  /** Heads what the card holds. */
  readonly title: string;
  /** Whether it invites to connect; else the invitation is hidden, and takes as much room as before. */
  readonly invites: boolean;
}

/** Has a prerendered card say where its family stands. The views replace it whole. */
export function paintCard(card: HTMLElement, { status, word, title, invites }: Painted): void {
  const find = (part: string) => card.querySelector<HTMLElement>(part);
  const [told, invitation, head] = [find('[role=status]'), find('.card-body'), find('.say-title')];
  if (!told || !invitation || !head) return;
  card.dataset.status = status;
  told.textContent = word;
  invitation.style.visibility = invites ? '' : 'hidden';
  head.style.visibility = 'visible';
  head.textContent = title;
}
