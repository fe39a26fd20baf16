const part = (of: ParentNode, name: string) => of.querySelector(name) as HTMLElement;

/**
 * Lets each prerendered card, which nothing will bring to life, read as the template's card of this code: what happened,
 * and a button that reloads. What needs the host to work is left out. The wallet dialog's groups
 * say so too, by the template's `data-hint`.
 */
export function showFailed(
  template: HTMLTemplateElement,
  code: 'loader/host' | 'loader/host-altered',
  reload: () => void,
): void {
  const document = template.ownerDocument;
  const shown = template.content.children[code === 'loader/host' ? 0 : 1] as Element;
  for (const card of document.querySelectorAll<HTMLElement>('section[data-family]')) {
    card.dataset.status = 'unavailable';
    part(card, '.status').textContent = part(shown, '.status').textContent;
    part(card, '.card-body').replaceWith(part(shown, '.card-body').cloneNode(true));
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

/**
 * Adds to each card that says so the template's sentence about service workers of an earlier page, and the button that
 * unregisters them and reloads. Adds nothing if there are none.
 */
export function offerRemoval(
  template: HTMLTemplateElement,
  workers: readonly ServiceWorkerRegistration[],
  reload: () => void,
): void {
  if (workers.length === 0) return;
  const [, , sentence, remove] = template.content.children;
  for (const row of template.ownerDocument.querySelectorAll('#app .row-main')) {
    row.before(sentence?.cloneNode(true) as Node);
    const button = remove?.cloneNode(true) as Node;
    button.addEventListener('click', () =>
      Promise.allSettled(workers.map((worker) => worker.unregister())).then(reload),
    );
    row.append(button);
  }
}

/** Lets the page be laid out behind an open dialog, from now on: see `style/page.css`. */
export function uncover(document: Document): void {
  document.documentElement.dataset.laid = '';
}
