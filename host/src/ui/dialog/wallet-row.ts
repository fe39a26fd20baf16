import type { FamilyId } from '@linkspan/contract';
import { create } from './create.ts';
import type { Row } from './to-rows.ts';
import { fillFace } from './wallet-face.ts';

/** A wallet's button in the dialog; it stays the same element for as long as the wallet is listed. */
export interface WalletRow {
  readonly element: HTMLElement;
  update(row: Row): void;
}

/** A button for the wallet. */
export function createWalletRow(
  family: FamilyId,
  id: string,
  press: (family: FamilyId, walletId: string) => void,
): WalletRow {
  const element = create('button', 'wallet');
  const say = fillFace(element);
  element.type = 'button';
  Object.assign(element.dataset, { row: '', family });
  element.onclick = () => press(family, id);
  return {
    element,
    update(row) {
      element.dataset.state = row.state;
      markListed(element, row);
      say({ ...row, ...row.wallet });
    },
  };
}

/** Has a button name its wallet from the moment that it is listed; until then it is marked as remembered. */
export function markListed(
  button: HTMLElement,
  { wallet, isRemembered }: Pick<Row, 'wallet' | 'isRemembered'>,
): void {
  if ('wallet' in button.dataset) return;
  button.toggleAttribute('data-remembered', isRemembered);
  if (!isRemembered) button.dataset.wallet = wallet.id;
}
