import { LinkspanError } from '@linkspan/contract';
import { hostCodeMs } from '../../limits.ts';
import { fetchWhole, toIntegrity } from '../../loader/files.ts';
import type { OwnScripts } from '../../loader/import-map.ts';
import { orUndefined, storagePrefix } from '../../storage.ts';
import { showFailed } from './show-failed.ts';

/**
 * Says on the page that it did not start, and fetches the host's own scripts past the browser's cache. If all of them come
 * right, the page reloads, once in a row; `integrity` is left out in development, which fetches nothing. Rejects with
 * `loader/host-altered`, which the page says too, if the server sends other bytes; or with why a script did not come.
 */
export async function failPage(
  template: HTMLTemplateElement,
  integrity: OwnScripts['integrity'] | undefined,
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
  if (integrity === undefined) return;
  const found = await Promise.all(Object.entries(integrity).map(isServed));
  if (found.includes(false)) {
    say('loader/host-altered');
    throw new LinkspanError('loader/host-altered', {});
  }
  if (orUndefined(markReload)) reload();
}

/** Not by the `integrity` of the request, whose failure reads as one of the network. */
async function isServed([address, integrity]: readonly [string, string]): Promise<boolean> {
  const init: RequestInit = { cache: 'reload', signal: AbortSignal.timeout(hostCodeMs) };
  return (await toIntegrity(await fetchWhole(fetch, address, init), 256)) === integrity;
}

/** Left in the tab by a page that has reloaded itself, for the next one. */
const reloadMark = `${storagePrefix}reloaded`;

/** Returns false if the page before has reloaded itself too. Throws if the browser keeps no mark. */
function markReload(): boolean {
  if (sessionStorage.getItem(reloadMark)) return false;
  sessionStorage.setItem(reloadMark, 'yes');
  return true;
}

/** The page has started: the next one that does not start may reload itself again. */
export function removeReloadMark(): void {
  orUndefined(() => sessionStorage.removeItem(reloadMark));
}
