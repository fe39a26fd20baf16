import type { FamilyId } from '@linkspan/contract';

/** Calls `preload` when the pointer or the focus comes to a wallet that can be asked. Returns what ends it. */
export function preloadOnHover(dialog: HTMLElement, preload: (family: FamilyId) => void): () => void {
  function hear({ target }: Event): void {
    const row = target instanceof Element ? target.closest<HTMLElement>('[data-wallet]') : null;
    if (row?.dataset.family !== undefined && row.dataset.state !== 'get') preload(row.dataset.family);
  }
  dialog.addEventListener('pointerover', hear);
  dialog.addEventListener('focusin', hear);
  return () => {
    dialog.removeEventListener('pointerover', hear);
    dialog.removeEventListener('focusin', hear);
  };
}
