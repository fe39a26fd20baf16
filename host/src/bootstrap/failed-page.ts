import { LinkspanError } from '@linkspan/contract';
import { hostCodeMs } from '../limits.ts';
import { fetchWhole, toIntegrity } from '../loader/files.ts';
import { type OwnScripts, refusedOf } from '../loader/import-map.ts';
import { orUndefined, storagePrefix } from '../storage.ts';

/**
 * Says on the page that it did not start, and calls `fetchAnew`, which is left out in development. If all of the host's
 * own scripts come right, the page reloads, once in a row. Rejects
 * with `loader/host-altered`, which the page says too, if the server sends other bytes; or with why a script did not
 * come.
 */
export async function failPage(
  template: HTMLTemplateElement,
  fetchAnew: (() => Promise<boolean>) | undefined,
  reload: () => void,
): Promise<void> {
  let workers: readonly ServiceWorkerRegistration[] = [];
  const say = (code: 'loader/host' | 'loader/host-altered') => showFailed(template, code, workers, reload);
  say('loader/host');
  try {
    workers = await navigator.serviceWorker.getRegistrations();
  } catch {
    // The browser has none for this page.
  }
  if (workers.length > 0) say('loader/host');
  if (fetchAnew === undefined) return;
  if (!(await fetchAnew())) {
    say('loader/host-altered');
    throw new LinkspanError('loader/host-altered', {});
  }
  if (orUndefined(markReload)) reload();
}

/**
 * Fetches the host's own scripts past the browser's cache, so that the next page gets them: a browser keeps the answer of
 * each address, also that there is no file. Returns whether the server sends the bytes that the page names. Rejects with
 * the reason why a script did not come.
 */
export async function fetchOwn(own: OwnScripts): Promise<boolean> {
  const files = { ...own.integrity, [refusedOf(own)]: own.integrity[own.probe] ?? '' };
  const found = await Promise.all(Object.entries(files).map(isServed));
  return !found.includes(false);
}

/** Not by the `integrity` of the request, whose failure reads as one of the network. */
async function isServed([address, integrity]: readonly [string, string]): Promise<boolean> {
  const init: RequestInit = { cache: 'reload', signal: AbortSignal.timeout(hostCodeMs) };
  return (await toIntegrity(await fetchWhole(fetch, address, init), 256)) === integrity;
}

/** Left in the tab by a page that has reloaded itself, for the next one. */
const reloadMark = `${storagePrefix}reloaded`;

/** Returns false if the page before has reloaded itself too. Throws if the browser stores no mark. */
function markReload(): boolean {
  if (sessionStorage.getItem(reloadMark)) return false;
  sessionStorage.setItem(reloadMark, 'yes');
  return true;
}

/** The page has started: the next one that does not start may reload itself again. */
export function removeReloadMark(): void {
  orUndefined(() => sessionStorage.removeItem(reloadMark));
}

/** The template's elements: a card for each code, and a sentence and a button about service workers. */
type Parts = [plain: Element, altered: Element, sentence: Element, remove: Element];

/**
 * Replaces each prerendered card by the template's card for this code: the failure, and a button that reloads. If an
 * earlier page has left service workers, the template's sentence about them and a button that unregisters them and
 * reloads are added. Buttons that need the host are removed. The wallet dialog says so too, by the template's
 * `data-hint`.
 */
export function showFailed(
  template: HTMLTemplateElement,
  code: 'loader/host' | 'loader/host-altered',
  workers: readonly ServiceWorkerRegistration[],
  reload: () => void,
): void {
  const root = template.parentElement as HTMLElement;
  const [plain, altered, sentence, remove] = template.content.children as unknown as Parts;
  const shown = code === 'loader/host' ? plain : altered;
  const part = (of: ParentNode, name: string) => of.querySelector(name) as HTMLElement;
  // An application may have the cards in an element of its own.
  const shells = [...document.querySelectorAll('linkspan-shell')].flatMap(
    ({ shadowRoot }) => shadowRoot ?? [],
  );
  const find = <Found extends HTMLElement>(selector: string) =>
    [root, ...shells].flatMap((one) => [...one.querySelectorAll<Found>(selector)]);
  for (const card of find('section[data-family]')) {
    card.dataset.status = 'unavailable';
    part(card, '.status').textContent = part(shown, '.status').textContent;
    part(card, '.card-body').replaceWith(part(shown, '.card-body').cloneNode(true));
  }
  const removeWorkers = () => Promise.allSettled(workers.map((worker) => worker.unregister())).then(reload);
  for (const button of find(':is(main, .main) button')) {
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
  for (const says of root.querySelectorAll('.sheet-says')) says.textContent = template.dataset.hint ?? '';
  // No list will come that the page behind the dialog could wait for.
  uncover(root);
}

/** Lets the page be laid out behind an open dialog, from now on: see `styles/page.css`. */
export function uncover(root: ParentNode): void {
  const main = root.querySelector<HTMLElement>('main, .main');
  if (main) main.dataset.laid = '';
}
