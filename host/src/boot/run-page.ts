import { contractVersion, type FamilyId } from '@linkspan/contract';
import { keepLastUsed } from '../connect/last-used.ts';
import { openStorage } from '../connect/storage.ts';
import { mountWalletDialog, type WalletDialog } from '../dialog/wallet-dialog.ts';
import type { ReleaseSource } from '../loader/release-source.ts';
import type { PageData } from '../page/page-data.ts';
import { dialogTexts } from '../texts/en-dialog.ts';
import { startBoot, storagePrefix } from './boot.ts';
import type { StartHost } from './hand-over.ts';
import { showFailed } from './show-failed.ts';
import { showReturning } from './show-returning.ts';

/** Brings up the page of this document: what boot needs of it, gathered in one place. */
export function runPage(openSource: (data: PageData) => ReleaseSource): void {
  const data = JSON.parse(
    document.getElementById('linkspan-page')?.textContent ?? '{}',
    // The configuration is shared with every remote: nobody can change it.
    (_, value: unknown) => Object.freeze(value),
  ) as PageData;
  const { config, hostModule, offered } = data;
  const dialogElement = document.getElementById('connect') as HTMLDialogElement;

  let dialog: WalletDialog | undefined;
  const boot = startBoot({
    config,
    offered,
    source: openSource(data),
    now: Date.now,
    address: new URL(location.href),
    cleanAddress: () => history.replaceState(null, '', location.pathname),
    showFailed: () => showFailed(document, () => location.reload()),
    choose: (family: FamilyId) => dialog?.open(family),
    loadHost: () => import(/* @vite-ignore */ hostModule) as Promise<{ readonly start: StartHost }>,
    async startPractice() {
      if (config.practice === undefined) return;
      const { announce } = await import(/* @vite-ignore */ config.practice.module);
      announce({ networks: Object.fromEntries(config.families.map(({ id, networks }) => [id, networks])) });
    },
  });
  showReturning(boot.store.view, document, dialogTexts.returning);
  const { view } = boot.store;
  const lastUsed = keepLastUsed(openStorage(`${storagePrefix}last-used:`), view);
  dialog = mountWalletDialog(dialogElement, { view, connect: boot.attempts.start, lastUsed }, dialogTexts);

  // Browsers without invoker commands open the dialog from here.
  if (!('commandForElement' in HTMLButtonElement.prototype))
    for (const button of document.querySelectorAll('[commandfor=connect]'))
      button.addEventListener('click', () => dialog.open());

  /** The page's public face: what is connected, for reading, from any framework. */
  Object.defineProperty(globalThis, 'linkspan', {
    value: Object.freeze({ contract: contractVersion, view }),
  });
}
