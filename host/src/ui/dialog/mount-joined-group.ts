import { type FamilyId, format } from '@linkspan/contract';
import type { DialogTexts } from '../texts/en-dialog.ts';
import { create } from './create.ts';
import type { JoinedWallet } from './join-wallets.ts';
import { createJoinedRow, type JoinedRow, type JoinedRowFacts } from './joined-row.ts';
import { keepInOrder, keepPlaces } from './keep-in-order.ts';
import type { FamilyGroup, Showing } from './mount-family-group.ts';
import { type RowFacts, toNotes, toState } from './to-rows.ts';

/** What the group of the wallets of several families is made of: the dialog's list, the families' own groups, and a press. */
export interface JoinedGroupParts {
  readonly list: HTMLElement;
  readonly groups: readonly FamilyGroup[];
  press(family: FamilyId, walletId: string): void;
  readonly texts: DialogTexts;
}

/** The group of the wallets of several families. */
export interface JoinedGroup {
  render(joined: readonly JoinedWallet[], facts: JoinedFacts): void;
}

/** What is so beside the wallets of several families. */
export interface JoinedFacts extends Pick<Showing, 'isOpen'> {
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
