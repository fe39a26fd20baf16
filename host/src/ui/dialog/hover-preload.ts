import type { FamilyId } from '@linkspan/contract';

/** Calls `prepare` when the pointer or the focus comes to a wallet that can be asked, until the signal is aborted. */
export function prepareOnHover(
  dialog: HTMLElement,
  prepare: (family: FamilyId, walletId: string) => void,
  until: { readonly signal: AbortSignal },
): void {
  function hear({ target }: Event): void {
    const { family, wallet, state } =
      (target as Element).closest<HTMLElement>('[data-wallet]')?.dataset ?? {};
    if (family !== undefined && wallet !== undefined && state !== 'get' && state !== 'open')
      prepare(family, wallet);
  }
  dialog.addEventListener('pointerover', hear, until);
  dialog.addEventListener('focusin', hear, until);
}
