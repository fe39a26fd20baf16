import { type FamilyId, format } from '@linkspan/contract';
import type { DialogTexts } from '../texts/en-dialog.ts';
import { arrange, create, mergeOrder, say } from './elements.ts';
import type { FamilyGroup } from './family-group.ts';
import type { JoinedWallet } from './join-wallets.ts';
import {
  type FaceFacts,
  fillFace,
  markListed,
  type Press,
  type Row,
  type RowFacts,
  toNotes,
  toState,
} from './wallet-row.ts';

/** The state of the families when the group is rendered; while the dialog `isOpen`, nothing changes its place. */
interface JoinedFacts {
  readonly isOpen: boolean;
  factsOf(family: FamilyId): RowFacts;
}

/**
 * Puts a group for the wallets of several families before the first family's; returns the function that renders it. It is
 * hidden while it is empty.
 */
export function mountJoinedGroup(
  place: HTMLElement,
  { groups, press, texts }: { groups: readonly FamilyGroup[]; press: Press; texts: DialogTexts },
): (joined: readonly JoinedWallet[], facts: JoinedFacts) => void {
  const group = create('div', 'wallets wallets-joined');
  const heading = create('h3');
  const list = create('div', 'wallets-list');
  const rows = new Map<string, ReturnType<typeof createJoinedRow>>();
  let order: readonly string[] = [];
  const titleOf = (family: FamilyId) => groups.find((one) => one.family === family)?.title ?? family;

  heading.id = 'connect-joined';
  heading.textContent = texts.joined;
  group.role = 'group';
  group.setAttribute('aria-labelledby', heading.id);
  group.append(heading, list);
  place.prepend(group);

  const toJoinedRow = ({ parts }: JoinedWallet, factsOf: JoinedFacts['factsOf']): JoinedRowFacts => {
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
  };

  return (joined, { factsOf, isOpen }) => {
    const all = new Map(joined.map((wallet) => [wallet.identity, toJoinedRow(wallet, factsOf)]));
    for (const identity of rows.keys()) if (!all.has(identity)) rows.delete(identity);
    const isLate = (identity: string) => Number(!all.get(identity)?.word);
    const sorted = [...all.keys()].sort((one, other) => isLate(one) - isLate(other));
    order = mergeOrder(sorted, isOpen ? order : []);
    const elements = order.map((identity) => {
      const row = rows.get(identity) ?? createJoinedRow(press);
      rows.set(identity, row);
      row.update(all.get(identity) as JoinedRowFacts, isOpen);
      return row.element;
    });
    arrange(list, elements);
    group.hidden = elements.length === 0;
  };
}

/** One wallet of several families, in words: the wallet once, and a button for each family. */
interface JoinedRowFacts extends FaceFacts {
  readonly parts: readonly JoinedPart[];
}

interface JoinedPart extends Pick<Row, 'wallet' | 'state' | 'word' | 'isRemembered'> {
  readonly family: FamilyId;
  /** The name that people know the family by. */
  readonly title: string;
  /** The whole label for a screen reader, such as `Practice Wallet, Solana: Connect`. */
  readonly label: string;
}

/** A row with a button for each family of the wallet. A press concerns one family alone. */
function createJoinedRow(press: Press) {
  const element = create('div', 'joined');
  const head = create('div', 'joined-head');
  const sayFace = fillFace(head);
  const parts = create('div', 'joined-parts');
  const buttons = new Map<FamilyId, ReturnType<typeof createPart>>();

  element.dataset.row = '';
  element.append(head, parts);

  return {
    element,
    /** While the dialog is open, the buttons keep their places, and a new one is the last. */
    update(facts: JoinedRowFacts, isOpen: boolean) {
      sayFace(facts);
      for (const part of facts.parts) {
        const known = buttons.get(part.family);
        const button = known?.walletId === part.wallet.id ? known : createPart(part, press);
        buttons.set(part.family, button);
        button.update(part);
      }
      const now = facts.parts.map(({ family }) => family);
      const order = mergeOrder(now, isOpen ? [...buttons.keys()] : []);
      arrange(
        parts,
        order.map((family) => buttons.get(family)?.element as HTMLElement),
      );
    },
  };
}

/** A family's button; it stays the same element for as long as the wallet is listed. */
function createPart({ family, title, wallet: { id: walletId } }: JoinedPart, press: Press) {
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
    update(part: JoinedPart) {
      element.dataset.state = part.state;
      element.ariaLabel = part.label;
      markListed(element, part);
      say(word, part.word);
    },
  };
}
