import type { View } from '@linkspan/contract';

/**
 * Until the views have come, the prerendered cards of families that come back read `word` instead of inviting to
 * connect. The views replace them whole.
 */
export function showReturning(view: View, page: ParentNode, word: string): void {
  for (const family of view.families) {
    if (view.family(family).connection.get().status !== 'reconnecting') continue;
    const card = page.querySelector<HTMLElement>(`section[data-family="${family}"]`);
    const status = card?.querySelector('[role=status]');
    const invitation = card?.querySelector<HTMLElement>('.card-body');
    if (!card || !status || !invitation) continue;
    card.dataset.status = 'reconnecting';
    status.textContent = word;
    invitation.style.visibility = 'hidden';
  }
}
