import { type FamilyId, format } from '@linkspan/contract';
import type { DialogTexts } from '../texts/en-dialog.ts';
import { create, keepInOrder, keepPlaces, say } from './elements.ts';
import type { FamilyGroup, Showing } from './family-group.ts';
import type { JoinedWallet } from './join-wallets.ts';
import {
  type FaceFacts,
  fillFace,
  markListed,
  type Row,
  type RowFacts,
  toNotes,
  toState,
} from './wallet-row.ts';

/** What the group of the wallets of several families is made of: the dialog's list, the families' own groups, and a press. */
interface JoinedGroupParts {
  readonly list: HTMLElement;
  readonly groups: readonly FamilyGroup[];
  press(family: FamilyId, walletId: string): void;
  readonly texts: DialogTexts;
}

/** The group of the wallets of several families. */
interface JoinedGroup {
  render(joined: readonly JoinedWallet[], facts: JoinedFacts): void;
}

/** What is so beside the wallets of several families. */
interface JoinedFacts extends Pick<Showing, 'isOpen'> {
  factsOf(family: FamilyId): RowFacts;
}

/** Puts the group before the first family's. It is not shown while no wallet is in it. */
export function mountJoinedGroup({ list: place, groups, press, texts }: JoinedGroupParts): JoinedGroup {
  const group = create('div', 'wallets wallets-joined');
  const heading = create('h3');
  const list = create('div', 'wallets-list');
  const rows = new Map<string, JoinedRow>();
  let order: readonly string[] = [];
  const titleOf = (family: FamilyId) => groups.find((one) => one.family === family)?.title ?? family;

  heading.id = 'connect-joined';
  heading.textContent = texts.joined;
  group.role = 'group';
  group.setAttribute('aria-labelledby', heading.id);
  group.append(heading, list);
  place.prepend(group);

  return {
    render(joined, { factsOf, isOpen }) {
      const all = new Map(
        joined.map((wallet) => [wallet.identity, toJoinedRow(wallet, { factsOf, titleOf, texts })]),
      );
      for (const identity of rows.keys()) if (!all.has(identity)) rows.delete(identity);
      const isLate = (identity: string) => Number(!all.get(identity)?.word);
      const sorted = [...all.keys()].sort((one, other) => isLate(one) - isLate(other));
      order = keepPlaces(sorted, isOpen ? order : []);
      const elements = order.map((identity) => {
        const row = rows.get(identity) ?? createJoinedRow(press);
        rows.set(identity, row);
        row.update(all.get(identity) as JoinedRowFacts, isOpen);
        return row.element;
      });
      keepInOrder(list, elements);
      group.hidden = elements.length === 0;
    },
  };
}

interface Means {
  factsOf(family: FamilyId): RowFacts;
  titleOf(family: FamilyId): string;
  readonly texts: DialogTexts;
}

function toJoinedRow({ parts }: JoinedWallet, { factsOf, titleOf, texts }: Means): JoinedRowFacts {
  const name = parts[0]?.wallet.name ?? '';
  const notes = parts.flatMap(({ family, wallet }) => toNotes(wallet, factsOf(family), texts));
  return {
    name,
    icon: parts.map(({ wallet }) => wallet.icon).find((icon) => icon !== undefined),
    note: [...new Set(notes)].join(' · '),
    word: parts.some(({ family, wallet }) => wallet.id === factsOf(family).lastUsed) ? texts.recent : '',
    parts: parts.map(({ family, wallet }) => {
      const facts = factsOf(family);
      const state = toState(wallet, facts);
      const word = texts.words[state];
      const title = titleOf(family);
      const label = format(texts.part, { wallet: name, family: title, word: word || texts.connect });
      return { family, title, wallet, state, word, label, isRemembered: facts.remembered.includes(wallet) };
    }),
  };
}

/** One wallet of several families, in words: the wallet once, and what a press does in each family. */
interface JoinedRowFacts extends FaceFacts {
  readonly parts: readonly JoinedPart[];
}

/** What a press on one family's button does. */
interface JoinedPart extends Pick<Row, 'wallet' | 'state' | 'word' | 'isRemembered'> {
  readonly family: FamilyId;
  /** What people call the family. */
  readonly title: string;
  /** The whole of it for a screen reader, such as `Practice Wallet, Solana: Connect`. */
  readonly label: string;
}

/** A row of the dialog with a button for each family of the wallet. */
interface JoinedRow {
  readonly element: HTMLElement;
  /** While the dialog is open, its buttons keep their places, and one that comes is the last. */
  update(facts: JoinedRowFacts, isOpen: boolean): void;
}

/** Makes the row. A press concerns one family alone; its button stays the same element while it is listed. */
function createJoinedRow(press: (family: FamilyId, walletId: string) => void): JoinedRow {
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
