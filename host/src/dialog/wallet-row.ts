import type { Row } from './to-rows.ts';

/** A wallet's button in the dialog; it stays the same element for as long as the wallet is listed. */
export interface WalletRow {
  readonly element: HTMLElement;
  update(row: Row): void;
}

/** A button for the wallet. A press on a wallet that is not here opens where it can be had. */
export function createWalletRow(id: string, press: (walletId: string) => void): WalletRow {
  const element = create('button', 'wallet');
  const face = create('span', 'wallet-face');
  const name = create('b');
  const note = create('small');
  const word = create('em');
  const words = create('span');
  let installUrl: string | undefined;
  let icon: string | undefined;

  element.type = 'button';
  element.dataset.wallet = id;
  face.ariaHidden = 'true';
  words.append(name, ' ', note);
  element.append(face, words, ' ', word);
  element.onclick = () => {
    if (installUrl) open(installUrl, '_blank', 'noopener');
    else press(id);
  };
  return {
    element,
    update(row) {
      const { wallet } = row;
      installUrl = wallet.reach === 'absent' ? wallet.installUrl : undefined;
      element.dataset.state = row.state;
      name.textContent = wallet.name;
      note.textContent = row.note;
      word.textContent = row.word;
      if (face.firstChild && icon === wallet.icon) return;
      icon = wallet.icon;
      face.replaceChildren(icon ? toImage(icon) : [...wallet.name].slice(0, 1).join(''));
    },
  };
}

function toImage(icon: string): HTMLElement {
  const image = create('img');
  image.src = icon;
  image.alt = '';
  return image;
}

function create<Name extends keyof HTMLElementTagNameMap>(name: Name, className = '') {
  const element = document.createElement(name);
  element.className = className;
  return element;
}
