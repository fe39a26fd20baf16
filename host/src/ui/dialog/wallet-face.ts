import type { WalletListing } from '@linkspan/contract';
import { create, say } from './create.ts';

/** What a row says of its wallet. */
export interface FaceFacts {
  readonly name: string;
  readonly icon?: WalletListing['icon'] | undefined;
  readonly note: string;
  readonly word: string;
}

/**
 * Fills an element with a wallet's icon, name, note and word; returns what updates them. The icon is an image and nothing
 * else; where there is none that can be shown, the style draws a neutral one. A screen reader has the name beside it.
 */
export function fillFace(element: HTMLElement): (facts: FaceFacts) => void {
  const face = create('span', 'wallet-face');
  const name = create('b');
  const note = create('small');
  const words = create('span');
  const word = create('em');
  let shown: string | undefined;
  face.ariaHidden = 'true';
  // Isolated from the words around it, in its own direction.
  name.dir = 'auto';
  words.append(name, ' ', note);
  element.append(face, words, ' ', word);
  return (facts) => {
    say(name, facts.name);
    say(note, facts.note);
    say(word, facts.word);
    if (shown === facts.icon) return;
    shown = facts.icon;
    face.replaceChildren(...(shown ? [toImage(shown)] : []));
  };
}

/** The image is read for the frame that shows it: to read one takes a slow processor 10 ms, which rows would wait for. */
function toImage(icon: string): HTMLElement {
  const image = create('img');
  image.onerror = () => image.remove();
  image.alt = '';
  requestAnimationFrame(() => {
    image.src = icon;
  });
  return image;
}
