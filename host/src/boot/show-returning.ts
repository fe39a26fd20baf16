import type { ScopedStorage } from '@linkspan/contract';
import { paintCard } from './paint-card.ts';

/** Has the cards of families that something is remembered of read `word`, with the account that was in use. */
export function showReturning(memory: ScopedStorage, page: ParentNode, word: string): void {
  for (const card of page.querySelectorAll<HTMLElement>('section[data-family]')) {
    const stored = memory.get(card.dataset.family ?? '');
    if (stored) paintCard(card, { status: 'reconnecting', word, account: readAccount(stored) });
  }
}

/** Of what the lobby reads with more care: nothing stored may keep the page from starting. */
function readAccount(stored: string): string {
  try {
    return `${JSON.parse(stored).connection.accounts[0]}`;
  } catch {
    return '';
  }
}
