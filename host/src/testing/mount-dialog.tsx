import type { FamilyId, WalletListing } from '@linkspan/contract';
import { renderToString } from 'react-dom/server';
import { type DialogShell, mountWalletDialog, type WalletDialog } from '../ui/dialog/wallet-dialog.ts';
import { listenAll } from '../ui/facts.ts';
import { DialogFrame } from '../ui/page-frame.tsx';
import { dialogTexts } from '../ui/texts/en-dialog.ts';
import { createFakeShell, type FakeShell } from './fake-shell.ts';

/** The wallet dialog in the test's document, filled from a fake shell's store. */
export interface MountedDialog extends WalletDialog {
  readonly shell: FakeShell;
  readonly dialog: HTMLDialogElement;
  /** What was asked to connect, such as `evm rabby`. */
  readonly pressed: string[];
  publish(family: FamilyId, ...wallets: WalletListing[]): void;
  /** The names that a family's group shows, from the top. */
  names(family: FamilyId): readonly (string | null | undefined)[];
  /** The wallet's own button. */
  row(name: string): HTMLButtonElement;
}

export function mountDialog(given: Partial<Omit<DialogShell, 'view' | 'listen'>> = {}): MountedDialog {
  const shell = createFakeShell();
  const { view } = shell;
  const pressed: string[] = [];
  document.body.innerHTML = renderToString(<DialogFrame families={shell.config.families} />);
  const dialog = document.querySelector('dialog') as HTMLDialogElement;
  const rows = (within = '') => [
    ...dialog.querySelectorAll<HTMLButtonElement>(`${within} .wallet:not([hidden])`),
  ];
  const nameOf = (row: Element) => row.querySelector('b')?.textContent;
  const mounted = mountWalletDialog(
    dialog,
    {
      ...{ view, prepare: () => undefined, listedBefore: () => [] },
      connect: (family, id) => pressed.push(`${family} ${id}`),
      ...given,
      listen: (family, listener) => listenAll(Object.values(view.family(family)), listener),
    },
    dialogTexts,
  );
  return {
    ...{ ...mounted, shell, dialog, pressed },
    publish: (family, ...wallets) => shell.store.publishWallets(family, wallets),
    names: (family) => rows(`[data-group=${family}]`).map(nameOf),
    row: (name) => rows().find((row) => nameOf(row) === name) as HTMLButtonElement,
  };
}
