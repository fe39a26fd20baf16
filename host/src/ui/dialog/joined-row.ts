import type { FamilyId } from '@linkspan/contract';
import { create, say } from './create.ts';
import { keepInOrder } from './keep-in-order.ts';
import type { Row } from './to-rows.ts';
import { createWalletFace } from './wallet-face.ts';

/** One wallet of several families, in words: the wallet once, and what a press does in each family. */
export interface JoinedRowFacts {
  readonly name: string;
  readonly icon: string | undefined;
  readonly note: string;
  readonly parts: readonly JoinedPart[];
}

/** What a press on one family's button does. */
export interface JoinedPart extends Pick<Row, 'state' | 'word'> {
  readonly family: FamilyId;
  /** What people call the family. */
  readonly title: string;
  readonly walletId: string;
  /** The whole of it for a screen reader, such as `Practice Wallet, Solana: Connect`. */
  readonly label: string;
}

/** A row of the dialog with a button for each family of the wallet. */
export interface JoinedRow {
  readonly element: HTMLElement;
  update(facts: JoinedRowFacts): void;
}

/** Makes the row. A press concerns one family alone; its button stays the same element while it is listed. */
export function createJoinedRow(press: (family: FamilyId, walletId: string) => void): JoinedRow {
  const element = create('div', 'joined');
  const face = createWalletFace();
  const name = create('b');
  // Isolated from the words around it, in its own direction.
  name.dir = 'auto';
  const note = create('small');
  const words = create('span');
  const head = create('div', 'joined-head');
  const parts = create('div', 'joined-parts');
  const buttons = new Map<FamilyId, Part>();

  element.dataset.row = '';
  words.append(name, ' ', note);
  head.append(face.element, words);
  element.append(head, parts);

  const partOf = (part: JoinedPart) => {
    const known = buttons.get(part.family);
    if (known?.walletId === part.walletId) return known;
    const made = createPart(part, press);
    buttons.set(part.family, made);
    return made;
  };
  return {
    element,
    update(facts) {
      say(name, facts.name);
      say(note, facts.note);
      face.update({ name: facts.name, ...(facts.icon && { icon: facts.icon }) });
      const shown = facts.parts.map((part) => {
        const button = partOf(part);
        button.update(part);
        return button.element;
      });
      keepInOrder(parts, shown);
    },
  };
}

interface Part {
  readonly walletId: string;
  readonly element: HTMLElement;
  update(part: JoinedPart): void;
}

function createPart(
  { family, title, walletId }: JoinedPart,
  press: (family: FamilyId, walletId: string) => void,
): Part {
  const element = create('button', 'joined-part');
  const heading = create('span', 'joined-title');
  const word = create('em');
  element.type = 'button';
  Object.assign(element.dataset, { wallet: walletId, family });
  heading.textContent = title;
  element.append(create('span', 'glyph glyph-small'), heading, ' ', word);
  element.onclick = () => press(family, walletId);
  return {
    walletId,
    element,
    update({ state, word: text, label }) {
      element.dataset.state = state;
      element.ariaLabel = label;
      say(word, text);
    },
  };
}
