import type { WalletListing } from '@linkspan/contract';
import { create } from './create.ts';

/** A wallet's icon, as an image and nothing else; its first letter where it has none, or none that can be shown. */
export interface WalletFace {
  readonly element: HTMLElement;
  update(wallet: Pick<WalletListing, 'name' | 'icon'>): void;
}

/** Makes the face of one wallet. It says nothing to a screen reader, which has the name beside it. */
export function createWalletFace(): WalletFace {
  const element = create('span', 'wallet-face');
  element.ariaHidden = 'true';
  let shown: string | undefined;
  return {
    element,
    update({ name, icon = '' }) {
      const wanted = `${icon} ${name}`;
      if (shown === wanted) return;
      shown = wanted;
      const letter = [...name].slice(0, 1).join('');
      element.replaceChildren(icon ? toImage(icon, () => element.replaceChildren(letter)) : letter);
    },
  };
}

/** The image is read for the frame that shows it: to read one takes a slow processor 10 ms, which rows would wait for. */
function toImage(icon: string, fail: () => void): HTMLElement {
  const image = create('img');
  image.onerror = fail;
  image.alt = '';
  requestAnimationFrame(() => {
    image.src = icon;
  });
  return image;
}
