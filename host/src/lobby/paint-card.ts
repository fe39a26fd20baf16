import { shorten } from '../texts/shorten.ts';

/** What a card says until the views have come. */
export interface Painted {
  readonly status: string;
  /** The status as people read it. */
  readonly word: string;
  /** As CAIP-10 has it; none where it is not known. */
  readonly account: string;
}

/**
 * Has a prerendered card say where its family stands instead of inviting to connect; it takes as much room as before.
 * The views replace it whole.
 */
export function paintCard(card: HTMLElement, { status, word, account }: Painted): void {
  const find = (part: string) => card.querySelector<HTMLElement>(part);
  const [told, invitation, title] = [find('[role=status]'), find('.card-body'), find('.say-title')];
  if (!told || !invitation || !title) return;
  card.dataset.status = status;
  told.textContent = word;
  invitation.style.visibility = 'hidden';
  title.style.visibility = 'visible';
  title.textContent = shorten(account.split(':')[2] ?? '');
}
