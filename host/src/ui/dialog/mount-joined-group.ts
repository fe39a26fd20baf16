import { type FamilyId, format } from '@linkspan/contract';
import type { DialogTexts } from '../texts/en-dialog.ts';
import { create } from './create.ts';
import type { JoinedWallet } from './join-wallets.ts';
import { createJoinedRow, type JoinedRow, type JoinedRowFacts } from './joined-row.ts';
import { keepInOrder } from './keep-in-order.ts';
import type { FamilyGroup } from './mount-family-group.ts';
import { type RowFacts, toNotes, toState } from './to-rows.ts';

/** What the group of the wallets of several families is made of: the families' own groups, and a press. */
export interface JoinedGroupParts {
  readonly groups: readonly FamilyGroup[];
  press(family: FamilyId, walletId: string): void;
  readonly texts: DialogTexts;
}

/** The group of the wallets that serve several families. */
export interface JoinedGroup {
  render(joined: readonly JoinedWallet[], factsOf: (family: FamilyId) => RowFacts): void;
}

/** Puts the group before the first family's. It is not shown while no wallet is in it. */
export function mountJoinedGroup({ groups, press, texts }: JoinedGroupParts): JoinedGroup {
  const group = create('div', 'wallets wallets-joined');
  const heading = create('h3');
  const list = create('div', 'wallets-list');
  const rows = new Map<string, JoinedRow>();
  const titleOf = (family: FamilyId) => groups.find((one) => one.family === family)?.title ?? family;

  heading.id = 'connect-joined';
  heading.textContent = texts.joined;
  group.role = 'group';
  group.setAttribute('aria-labelledby', heading.id);
  group.append(heading, list);
  groups[0]?.element.before(group);

  const rowOf = (identity: string) => {
    const row = rows.get(identity) ?? createJoinedRow(press);
    rows.set(identity, row);
    return row;
  };
  return {
    render(joined, factsOf) {
      for (const identity of rows.keys())
        if (!joined.some((wallet) => wallet.identity === identity)) rows.delete(identity);
      const elements = joined.map((wallet) => {
        const { element, update } = rowOf(wallet.identity);
        update(toJoinedRow(wallet, { factsOf, titleOf, texts }));
        return element;
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
    parts: parts.map(({ family, wallet }) => {
      const state = toState(wallet, factsOf(family));
      const word = state === 'ready' ? texts.connect : texts.words[state];
      const title = titleOf(family);
      const label = format(texts.part, { wallet: name, family: title, word });
      return { family, title, walletId: wallet.id, state, word, label };
    }),
  };
}
