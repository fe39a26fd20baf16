/** Lets the page be laid out behind an open dialog, from now on: see `style/page.css`. */
export function uncover(document: Document): void {
  document.documentElement.dataset.laid = '';
}
