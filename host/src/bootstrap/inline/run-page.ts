import type { ScopedStorage } from '@linkspan/contract';
import type { Enforce } from '../../loader/enforce.ts';
import type { ReleaseSource } from '../../releases/source.ts';
import { openStorage, storagePrefix } from '../../storage.ts';
import { bootTexts } from '../../ui/texts/en-boot.ts';
import type { EnterPage } from '../hand-over.ts';
import type { PageData } from '../page-data.ts';
import { showFailed } from './show-failed.ts';
import { startInline } from './start.ts';
import { uncover } from './uncover.ts';

/** What differs between a deployed page and the development server's. */
export interface PageKind {
  openSource(data: PageData): ReleaseSource;
  openEnforce(data: PageData): Enforce;
  loadEarlyScript(data: PageData): Promise<EnterPage>;
}

/** Brings up the page of this document: what the inline script needs of it, gathered in one place. */
export function runPage({ openSource, openEnforce, loadEarlyScript }: PageKind): void {
  const data = JSON.parse(document.getElementById('linkspan-page')?.textContent ?? '{}') as PageData;

  startInline({
    page: data,
    source: openSource(data),
    enforce: openEnforce(data),
    loadEarlyScript: () => loadEarlyScript(data),
    load: (address) => import(/* @vite-ignore */ address),
    showFailed: () => showFailed(document, () => location.reload()),
  }).catch(reportError);
  showReturning(openStorage(`${storagePrefix}connection:`), document, bootTexts.returning);

  const dialog = document.getElementById('connect') as HTMLDialogElement;
  // What has been seen is not taken away by a dialog that opens later.
  if (!dialog.open) uncover(document);
  // Browsers without invoker commands open the dialog from here.
  if (!('commandForElement' in HTMLButtonElement.prototype))
    for (const button of document.querySelectorAll('[commandfor=connect]'))
      button.addEventListener('click', () => dialog.open || dialog.showModal());
}

/**
 * Until the early script has come, which knows the accounts, the prerendered cards of families that something is remembered of
 * read `word` instead of inviting to connect.
 */
export function showReturning(memory: ScopedStorage, page: ParentNode, word: string): void {
  for (const card of page.querySelectorAll<HTMLElement>('section[data-family]')) {
    const status = card.querySelector<HTMLElement>('[role=status]');
    const invitation = card.querySelector<HTMLElement>('.card-body');
    if (!status || !invitation || !memory.get(card.dataset.family ?? '')) continue;
    card.dataset.status = 'reconnecting';
    status.textContent = word;
    invitation.style.visibility = 'hidden';
  }
}
