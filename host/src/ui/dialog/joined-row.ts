import type { FamilyId } from '@linkspan/contract';
import { create, say } from './create.ts';
import { keepInOrder, keepPlaces } from './keep-in-order.ts';
import type { Row } from './to-rows.ts';
import { type FaceFacts, fillFace } from './wallet-face.ts';
import { markListed } from './wallet-row.ts';

/** One wallet of several families, in words: the wallet once, and what a press does in each family. */
export interface JoinedRowFacts extends FaceFacts {
  readonly parts: readonly JoinedPart[];
}

/** What a press on one family's button does. */
export interface JoinedPart extends Pick<Row, 'wallet' | 'state' | 'word' | 'isRemembered'> {
  readonly family: FamilyId;
  /** What people call the family. */
  readonly title: string;
  /** The whole of it for a screen reader, such as `Practice Wallet, Solana: Connect`. */
  readonly label: string;
}

/** A row of the dialog with a button for each family of the wallet. */
export interface JoinedRow {
  readonly element: HTMLElement;
  /** While the dialog is open, its buttons keep their places, and one that comes is the last. */
  update(facts: JoinedRowFacts, isOpen: boolean): void;
}

/** Makes the row. A press concerns one family alone; its button stays the same element while it is listed. */
export function createJoinedRow(press: (family: FamilyId, walletId: string) => void): JoinedRow {
  const element = create('div', 'joined');
  const head = create('div', 'joined-head');
  const say = fillFace(head);
  const parts = create('div', 'joined-parts');
  const buttons = new Map<FamilyId, Part>();

  element.dataset.row = '';
  element.append(head, parts);

  const partOf = (part: JoinedPart) => {
    const known = buttons.get(part.family);
    if (known?.walletId === part.wallet.id) return known;
    const made = createPart(part, press);
    buttons.set(part.family, made);
    return made;
  };
  return {
    element,
    update(facts, isOpen) {
      say(facts);
      for (const part of facts.parts) partOf(part).update(part);
      const now = facts.parts.map(({ family }) => family);
      const order = keepPlaces(now, isOpen ? [...buttons.keys()] : []);
      keepInOrder(
        parts,
        order.map((family) => buttons.get(family)?.element as HTMLElement),
      );
    },
  };
}

interface Part {
  readonly walletId: string;
  readonly element: HTMLElement;
  update(part: JoinedPart): void;
}

function createPart(
  { family, title, wallet: { id: walletId } }: JoinedPart,
  press: (family: FamilyId, walletId: string) => void,
): Part {
  const element = create('button', 'joined-part');
  const heading = create('span', 'joined-title');
  const word = create('em');
  element.type = 'button';
  element.dataset.family = family;
  heading.textContent = title;
  element.append(create('span', 'glyph glyph-small'), heading, ' ', word);
  element.onclick = () => press(family, walletId);
  return {
    walletId,
    element,
    update(part) {
      element.dataset.state = part.state;
      element.ariaLabel = part.label;
      markListed(element, part);
      say(word, part.word);
    },
  };
}
