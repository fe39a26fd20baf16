/**
 * Lets each prerendered card, which nothing will bring to life, read as the one of the page's template: what happened,
 * and a button that reloads. What needs the host to work is left out. The wallet dialog's groups say so too, by the
 * template's `data-hint`.
 */
export function showFailed(template: HTMLTemplateElement, reload: () => void): void {
  const document = template.ownerDocument;
  const part = (of: ParentNode, name: string) => of.querySelector(name) as HTMLElement;
  for (const card of document.querySelectorAll<HTMLElement>('section[data-family]')) {
    card.dataset.status = 'unavailable';
    part(card, '.status').textContent = part(template.content, '.status').textContent;
    part(card, '.card-body').replaceWith(part(template.content, '.card-body').cloneNode(true));
  }
  document.querySelector('#app > aside')?.remove();
  for (const button of document.querySelectorAll('#app button'))
    if (button.matches('.row-main > *')) button.addEventListener('click', reload);
    else button.remove();
  for (const hint of document.querySelectorAll('.wallets-hint'))
    hint.textContent = template.dataset.hint ?? '';
  // No list will come that the page behind the dialog could wait for.
  uncover(document);
}

/** Lets the page be laid out behind an open dialog, from now on: see `style/page.css`. */
export function uncover(document: Document): void {
  document.documentElement.dataset.laid = '';
}
