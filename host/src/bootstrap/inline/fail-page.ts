import { LinkspanError } from '@linkspan/contract';
import { hostCodeMs } from '../../limits.ts';
import { toIntegrity } from '../../loader/files.ts';
import type { OwnScripts } from '../../loader/import-map.ts';
import { orUndefined, storagePrefix } from '../../storage.ts';
import { offerRemoval, showFailed } from './show-failed.ts';

/** What the page's server answers for the host's own files: the bytes that the page names, others, or not all of them. */
export type OwnFiles = 'right' | 'altered' | 'missing';

/** Dependencies of a page that did not start. */
export interface FailPageDependencies {
  readonly template: HTMLTemplateElement;
  refetchOwn(): Promise<OwnFiles>;
  /** The service workers that pages of this origin have registered. */
  findWorkers(): Promise<readonly ServiceWorkerRegistration[]>;
  /** Throws if the browser blocks it. */
  openSession(): Pick<Storage, 'getItem' | 'setItem'>;
  reload(): void;
}

/**
 * Says on the page that it did not start, and fetches the host's own files past the cache. If all of them come right, the
 * page reloads, once in a row. Reports `loader/host-altered`, and says so, if the server sends other bytes.
 */
export async function failPage(needs: FailPageDependencies): Promise<void> {
  const { template, reload } = needs;
  showFailed(template, 'loader/host', reload);
  const refetching = needs.refetchOwn();
  const workers = await needs.findWorkers().catch(() => []);
  offerRemoval(template, workers, reload);
  const found = await refetching;
  if (found === 'right' && orUndefined(() => markReload(needs.openSession()))) reload();
  if (found !== 'altered') return;
  showFailed(template, 'loader/host-altered', reload);
  offerRemoval(template, workers, reload);
  reportError(new LinkspanError('loader/host-altered', {}));
}

/** Left in the tab by a page that has reloaded itself, for the next one. */
const reloadMark = `${storagePrefix}reloaded`;

/** Returns false if the page before has reloaded itself too. */
function markReload(session: Pick<Storage, 'getItem' | 'setItem'>): boolean {
  if (session.getItem(reloadMark)) return false;
  session.setItem(reloadMark, 'yes');
  return true;
}

/** The page has started: the next one that does not start may reload itself again. */
export function removeReloadMark(): void {
  orUndefined(() => sessionStorage.removeItem(reloadMark));
}

/** Fetches the host's own files past the browser's cache, which has what came from then on. Never rejects. */
export async function refetchOwn(
  integrity: OwnScripts['integrity'],
  fetch: typeof globalThis.fetch,
): Promise<OwnFiles> {
  const refetch = async ([address, expected]: readonly [string, string]): Promise<OwnFiles> => {
    const response = await fetch(address, { cache: 'reload', signal: AbortSignal.timeout(hostCodeMs) });
    if (!response.ok) return 'missing';
    // Not by the `integrity` of the request, whose failure reads as one of the network.
    return (await toIntegrity(await response.arrayBuffer(), 256)) === expected ? 'right' : 'altered';
  };
  const found = await Promise.all(
    Object.entries(integrity).map((file) => refetch(file).catch(() => 'missing')),
  );
  if (found.includes('altered')) return 'altered';
  return found.includes('missing') ? 'missing' : 'right';
}
