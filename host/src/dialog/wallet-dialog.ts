import type { FamilyId, FamilyView, View } from '@linkspan/contract';
import type { DialogTexts } from '../texts/en-dialog.ts';
import { toRows } from './to-rows.ts';
import { createWalletRow, type WalletRow } from './wallet-row.ts';

/** What the wallet dialog is made of. */
export interface DialogShell {
  readonly view: View;
  connect(family: FamilyId, walletId: string): void;
  /** The id of the wallet that each family used last, where there was one. */
  readonly lastUsed?: Readonly<Record<FamilyId, string>>;
}

/** The wallet dialog, mounted. */
export interface WalletDialog {
  /** Opens it, with the family's group in view where one is given. */
  open(family?: FamilyId): void;
  unmount(): void;
}

/** Fills the prerendered dialog from the store alone, row by row, in place. */
export function mountWalletDialog(
  dialog: HTMLDialogElement,
  shell: DialogShell,
  texts: DialogTexts,
): WalletDialog {
  const groupOf = (family: FamilyId) => dialog.querySelector(`[data-group="${family}"]`) as HTMLElement;
  const mounted = shell.view.families.map((family) => mountGroup(groupOf(family), family));
  const closeOnBackdrop = (event: Event) => event.target === dialog && dialog.close();
  dialog.addEventListener('click', closeOnBackdrop);

  function mountGroup(group: HTMLElement, family: FamilyId): () => void {
    const [hint, list] = [...group.children].slice(1) as [HTMLElement, HTMLElement];
    const view = shell.view.family(family);
    const { wallets, connection, attempt, remote, standing } = view;
    const rows = new Map<string, WalletRow>();
    const press = (walletId: string) => {
      dialog.close();
      shell.connect(family, walletId);
    };
    const render = () => {
      const shown = toRows(wallets.get(), connection.get(), attempt.get(), shell.lastUsed?.[family], texts);
      hint.textContent = sayHint(view, shown.length > 0, texts);
      const held = document.activeElement;
      shown.forEach((row, index) => {
        const known = rows.get(row.wallet.id) ?? createWalletRow(row.wallet.id, press);
        rows.set(row.wallet.id, known);
        known.update(row);
        if (list.children[index] !== known.element)
          list.insertBefore(known.element, list.children[index] ?? null);
      });
      while (list.children.length > shown.length) list.lastChild?.remove();
      if (held !== document.activeElement && held?.isConnected) (held as HTMLElement).focus();
    };
    const ends = [wallets, connection, attempt, remote, standing].map((fact) => fact.listen(render));
    render();
    return () => {
      for (const end of ends) end();
    };
  }

  return {
    open(family) {
      if (!dialog.open) dialog.showModal();
      const group = family === undefined ? undefined : groupOf(family);
      group?.scrollIntoView({ block: 'nearest' });
      group?.querySelector('button')?.focus();
    },
    unmount() {
      for (const end of mounted) end();
      dialog.removeEventListener('click', closeOnBackdrop);
    },
  };
}

/** What a family's group says beside its wallets, or instead of them. */
function sayHint({ remote, standing }: FamilyView, hasWallets: boolean, texts: DialogTexts): string {
  const state = remote.get();
  if (standing.get().state === 'stopped') return texts.stopped;
  if (state.stage === 'failed') return texts.failed[state.mend];
  if (hasWallets) return '';
  return state.stage === 'pending' ? texts.looking : texts.none;
}
