import type { FamilyId } from '@linkspan/contract';
import { useSyncExternalStore } from 'react';

/** The family that the wallet dialog is open for while a wallet is paired, if there is one. */
export function useDialogPairing(): FamilyId | undefined {
  return useSyncExternalStore(listen, read, () => undefined);
}

/** The wallet dialog, which is prerendered outside of the views. */
export function findDialog(): HTMLDialogElement | null {
  return document.querySelector<HTMLDialogElement>('#connect');
}

/** Has the dialog list its wallets again. */
export function endDialogPairing(dialog: HTMLDialogElement): void {
  delete dialog.dataset.pairing;
  dialog.dispatchEvent(new Event('pairing'));
}

function read(): FamilyId | undefined {
  return findDialog()?.dataset.pairing;
}

function listen(listener: () => void): () => void {
  const control = new AbortController();
  for (const type of ['pairing', 'close']) findDialog()?.addEventListener(type, listener, control);
  return () => control.abort();
}
