import type { ScopedStorage } from '@linkspan/contract';

/**
 * Until the early script has come, which knows the accounts, the prerendered cards of families that something is remembered of
 * read `word` instead of inviting to connect.
 */
export function showReturning(memory: ScopedStorage, page: ParentNode, word: string): void {
  for (const card of page.querySelectorAll<HTMLElement>('section[data-family]')) {
    const status = card.querySelector<HTMLElement>('[role=status]');
    const invitation = card.querySelector<HTMLElement>('.card-body');
    if (!status || !invitation || !memory.get(card.dataset.family ?? '')) continue;
    card.dataset.status = 'reconnecting';
    status.textContent = word;
    invitation.style.visibility = 'hidden';
  }
}
