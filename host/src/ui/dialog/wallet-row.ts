import type { FamilyId } from '@linkspan/contract';
import { create, say } from './create.ts';
import type { Row } from './to-rows.ts';
import { createWalletFace } from './wallet-face.ts';

/** A wallet's button in the dialog; it stays the same element for as long as the wallet is listed. */
export interface WalletRow {
  readonly element: HTMLElement;
  update(row: Row): void;
}

/** A button for the wallet. A press on a wallet that is not here opens where it can be had. */
export function createWalletRow(
  family: FamilyId,
  id: string,
  press: (family: FamilyId, walletId: string) => void,
): WalletRow {
  const element = create('button', 'wallet');
  const face = createWalletFace();
  const name = create('b');
  // Isolated from the words around it, in its own direction.
  name.dir = 'auto';
  const note = create('small');
  const word = create('em');
  const words = create('span');
  let installUrl: string | undefined;

  element.type = 'button';
  Object.assign(element.dataset, { row: '', wallet: id, family });
  words.append(name, ' ', note);
  element.append(face.element, words, ' ', word);
  element.onclick = () => {
    if (installUrl) open(installUrl, '_blank', 'noopener');
    else press(family, id);
  };
  return {
    element,
    update(row) {
      const { wallet } = row;
      installUrl = wallet.reach === 'absent' ? wallet.installUrl : undefined;
      element.dataset.state = row.state;
      say(name, wallet.name);
      say(note, row.note);
      say(word, row.word);
      face.update(wallet);
    },
  };
}
