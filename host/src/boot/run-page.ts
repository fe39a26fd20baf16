import { openStorage, storagePrefix } from '../connect/storage.ts';
import type { ReleaseSource } from '../loader/release-source.ts';
import type { PageData } from '../page/page-data.ts';
import { bootTexts } from '../texts/en-boot.ts';
import { startBoot } from './boot.ts';
import type { Enforce } from './enforce.ts';
import type { EnterLobby } from './hand-over.ts';
import { showFailed } from './show-failed.ts';
import { showReturning } from './show-returning.ts';

/** Brings up the page of this document: what boot needs of it, gathered in one place. */
export function runPage(
  openSource: (data: PageData) => ReleaseSource,
  openEnforce: (data: PageData) => Enforce,
): void {
  const data = JSON.parse(
    document.getElementById('linkspan-page')?.textContent ?? '{}',
    // The configuration is shared with every remote: nobody can change it.
    (_, value: unknown) => Object.freeze(value),
  ) as PageData;

  const load = (address: string) => import(/* @vite-ignore */ address);
  startBoot({
    page: data,
    source: openSource(data),
    enforce: openEnforce(data),
    loadLobby: () => load(data.lobby) as Promise<{ readonly enter: EnterLobby }>,
    load,
    showFailed: () => showFailed(document, () => location.reload()),
  }).catch(reportError);
  showReturning(openStorage(`${storagePrefix}connection:`), document, bootTexts.returning);

  // Browsers without invoker commands open the dialog from here.
  const dialog = document.getElementById('connect') as HTMLDialogElement;
  if (!('commandForElement' in HTMLButtonElement.prototype))
    for (const button of document.querySelectorAll('[commandfor=connect]'))
      button.addEventListener('click', () => dialog.open || dialog.showModal());
}
