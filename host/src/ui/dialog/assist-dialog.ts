import type { View } from '@linkspan/contract';
import { openStorage } from '../../storage.ts';
import { listedPrefix } from './await-listed.ts';
import { keepListed } from './keep-listed.ts';
import { mountSearch } from './mount-search.ts';
import { moveByKeys } from './move-by-keys.ts';
import type { WalletDialog } from './wallet-dialog.ts';

/** The wallet dialog, as the early script has filled it. */
export interface FilledDialog extends Pick<WalletDialog, 'setSearch'> {
  readonly element: HTMLDialogElement;
  readonly view: View;
}

/** Adds what the dialog can be shown without: its search, its keys, and the wallets that are stored for the next visit. */
export function assistDialog({ element, view, setSearch }: FilledDialog): void {
  setSearch((changed) => {
    const search = mountSearch(element, changed);
    moveByKeys(element, search.field);
    return search;
  });
  keepListed(openStorage(listedPrefix), view);
}
