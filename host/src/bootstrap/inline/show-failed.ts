/** What the template holds: a card of each code, and what is said and offered if there are service workers. */
type Parts = [plain: Element, altered: Element, sentence: Element, remove: Element];

/**
 * Lets each prerendered card, which nothing will bring to life, read as the template's card of this code: what happened,
 * and a button that reloads. If an earlier page has left service workers, the template's sentence about them and a button
 * that unregisters them and reloads are added. What needs the host to work is left out. The wallet dialog says so
 * too, by the template's `data-hint`.
 */
export function showFailed(
  template: HTMLTemplateElement,
  code: 'loader/host' | 'loader/host-altered',
  workers: readonly ServiceWorkerRegistration[],
  reload: () => void,
): void {
  const document = template.ownerDocument;
  const [plain, altered, sentence, remove] = template.content.children as unknown as Parts;
  const shown = code === 'loader/host' ? plain : altered;
  const part = (of: ParentNode, name: string) => of.querySelector(name) as HTMLElement;
  for (const card of document.querySelectorAll<HTMLElement>('section[data-family]')) {
    card.dataset.status = 'unavailable';
    part(card, '.status').textContent = part(shown, '.status').textContent;
    part(card, '.card-body').replaceWith(part(shown, '.card-body').cloneNode(true));
  }
  const removeWorkers = () => Promise.allSettled(workers.map((worker) => worker.unregister())).then(reload);
  for (const button of document.querySelectorAll('#app button')) {
    if (!button.matches('.actions > *')) {
      button.remove();
      continue;
    }
    button.addEventListener('click', reload);
    if (workers.length === 0) continue;
    const other = remove.cloneNode(true);
    other.addEventListener('click', removeWorkers);
    button.after(other);
    button.parentElement?.before(sentence.cloneNode(true));
  }
  for (const says of document.querySelectorAll('.sheet-says')) says.textContent = template.dataset.hint ?? '';
  // No list will come that the page behind the dialog could wait for.
  uncover(document);
}

/** Lets the page be laid out behind an open dialog, from now on: see `style/page.css`. */
export function uncover(document: Document): void {
  document.documentElement.dataset.laid = '';
}
