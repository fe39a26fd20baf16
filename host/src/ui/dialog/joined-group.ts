import { type FamilyId, format, type WalletListing } from '@linkspan/contract';
import type { DialogTexts } from '../texts/en-dialog.ts';
import { arrange, create, createGroup, mergeOrder, say } from './elements.ts';
import type { JoinedWallet } from './join-wallets.ts';
import {
  fillFace,
  isLeftOut,
  markListed,
  type Press,
  type RowFacts,
  type Showing,
  toNotes,
  toState,
} from './wallet-row.ts';

/** A family's state and title when the group is rendered. */
export interface JoinedFacts extends RowFacts {
  readonly title: string;
}

/** Adds a group for joined wallets, hidden while empty; returns the function that renders it. */
export function mountJoinedGroup(
  add: (group: HTMLElement) => void,
  press: Press,
  texts: DialogTexts,
  name = 'joined',
): (
  joined: readonly JoinedWallet[],
  factsOf: (family: FamilyId) => JoinedFacts,
  showing: Pick<Showing, 'isOpen' | 'only'>,
) => void {
  const { group, list } = createGroup(name, texts.joined);
  const rows = new Map<string, ReturnType<typeof createJoinedRow>>();
  let order: readonly string[] = [];
  add(group);

  return (joined, factsOf, { isOpen, only }) => {
    const all = new Map(joined.map((wallet) => [wallet.identity, wallet]));
    for (const identity of rows.keys()) if (!all.has(identity)) rows.delete(identity);
    const isRecent = ({ parts }: JoinedWallet) =>
      parts.some(({ family, wallet }) => wallet.id === factsOf(family).lastUsed);
    const sorted = [...joined].sort((one, other) => Number(isRecent(other)) - Number(isRecent(one)));
    order = mergeOrder(
      sorted.map(({ identity }) => identity),
      isOpen ? order : [],
    );
    const elements = order.map((identity) => {
      const row = rows.get(identity) ?? createJoinedRow(press, texts);
      const wallet = all.get(identity) as JoinedWallet;
      rows.set(identity, row);
      row.update(wallet, { factsOf, isOpen, only, word: isRecent(wallet) ? texts.recent : '' });
      return row.element;
    });
    arrange(list, elements);
    group.hidden = elements.every(({ hidden }) => hidden);
  };
}

interface JoinedRowFacts extends Pick<Showing, 'isOpen' | 'only'> {
  readonly word: string;
  factsOf(family: FamilyId): JoinedFacts;
}

/** A row with a button for each family of the wallet. A press concerns one family alone. */
function createJoinedRow(press: Press, texts: DialogTexts) {
  const element = create('div', 'joined');
  const head = create('div', 'joined-head');
  const sayFace = fillFace(head);
  const list = create('div', 'joined-parts');
  const buttons = new Map<FamilyId, ReturnType<typeof createPart>>();

  element.dataset.row = '';
  element.append(head, list);

  return {
    element,
    update({ parts }: JoinedWallet, { factsOf, isOpen, only, word }: JoinedRowFacts) {
      const notes = parts.flatMap(({ family, wallet }) => toNotes(wallet, factsOf(family), texts));
      sayFace({
        name: parts[0]?.wallet.name ?? '',
        icon: parts.map(({ wallet }) => wallet.icon).find((icon) => icon !== undefined),
        note: [...new Set(notes)].join(' · '),
        word,
      });
      for (const { family, wallet } of parts) {
        const known = buttons.get(family);
        const button = known?.walletId === wallet.id ? known : createPart(family, wallet.id, press);
        buttons.set(family, button);
        button.update(wallet, factsOf(family), texts);
        button.element.hidden = isLeftOut(family, only);
      }
      const now = parts.map(({ family }) => family);
      const order = mergeOrder(now, isOpen ? [...buttons.keys()] : []);
      arrange(
        list,
        order.map((family) => buttons.get(family)?.element as HTMLElement),
      );
      element.hidden = parts.every(({ family }) => isLeftOut(family, only));
    },
  };
}

/** A family's button; it stays the same element for as long as the wallet is listed. */
function createPart(family: FamilyId, walletId: string, press: Press) {
  const element = create('button', 'joined-part');
  const heading = create('span', 'joined-title');
  element.type = 'button';
  element.dataset.family = family;
  element.append(create('span', 'glyph glyph-small'), heading);
  element.onclick = () => press(family, walletId);
  return {
    walletId,
    element,
    update(wallet: WalletListing, facts: JoinedFacts, texts: DialogTexts) {
      const state = toState(wallet, facts);
      element.dataset.state = state;
      element.ariaLabel = format(texts.part, {
        wallet: wallet.name,
        family: facts.title,
        word: texts.words[state] || texts.connect,
      });
      markListed(element, { wallet, isRemembered: facts.remembered.includes(wallet) });
      say(heading, facts.title);
    },
  };
}
