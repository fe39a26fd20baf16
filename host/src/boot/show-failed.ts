/** The id of the template that holds the cards as they are where the host module did not start. */
export const failedTemplateId = 'linkspan-failed';

/**
 * Replaces the prerendered cards, which nothing will bring to life, by those of the page's template: what happened,
 * and a button that reloads. What needs the host to work is left out. The wallet dialog's groups say so too, by the
 * template's `data-hint`.
 */
export function showFailed(document: Document, reload: () => void): void {
  const template = document.getElementById(failedTemplateId) as HTMLTemplateElement;
  const cards = template.content;
  for (const button of cards.querySelectorAll('button'))
    if (button.matches('.row-main > *')) button.addEventListener('click', reload);
    else button.remove();
  document.getElementById('app')?.replaceChildren(cards);
  for (const hint of document.querySelectorAll('.wallets-hint'))
    hint.textContent = template.dataset.hint ?? '';
}
