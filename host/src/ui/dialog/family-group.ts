import {
  type FamilyId,
  type FamilyView,
  format,
  mostAnnounced,
  type WalletListing,
} from '@linkspan/contract';
import type { DialogTexts } from '../texts/en-dialog.ts';
import { create, keepInOrder, keepPlaces, say } from './elements.ts';
import { isAtHand, isInWallet, isOpenable } from './reach.ts';
import { createWalletRow, type Row, type RowFacts, toRows, type WalletRow } from './wallet-row.ts';

/** A family's prerendered group of the dialog, and what fills it. */
interface FamilyGroupParts {
  /** With a heading, a line for what is to be said, and a list. */
  readonly element: HTMLElement;
  readonly family: FamilyId;
  readonly view: FamilyView;
  press(family: FamilyId, walletId: string): void;
  /** Called when the person has changed what is to be shown. */
  changed(): void;
  readonly texts: DialogTexts;
}

/** How many wallets are shown at first: what announces itself by the hundred does not fill the dialog. */
const mostShown = 30;
/** How many of those that are not here are shown where no other is. */
const mostAbsent = 3;

/** What is so in the dialog when its groups are rendered. */
export interface Showing {
  /** While it is open, rows that are shown keep their places. */
  readonly isOpen: boolean;
  /** All wallets are listed for a search, which hides those that do not match. */
  readonly isSearched: boolean;
}

/** A family's group of the dialog. */
export interface FamilyGroup {
  readonly family: FamilyId;
  /** What people call the family. */
  readonly title: string;
  /** Lists these wallets; without any, and with nothing to say, the group is not shown. */
  render(wallets: readonly WalletListing[], facts: RowFacts, showing: Showing): void;
}

/** Takes over a family's group. */
export function mountFamilyGroup({
  element,
  family,
  view,
  press,
  changed,
  texts,
}: FamilyGroupParts): FamilyGroup {
  const [heading, hint, list] = [...element.children] as [HTMLElement, HTMLElement, HTMLElement];
  const title = heading.textContent ?? family;
  const rows = new Map<string, WalletRow>();
  const more = create('button', 'wallets-more');
  /** The wallets that are shown without `more`. */
  let first: readonly string[] = [];
  let isAll = false;
  more.type = 'button';
  more.onclick = () => {
    isAll = !isAll;
    changed();
  };
  heading.after(more);

  const toElement = (row: Row) => {
    const { id } = row.wallet;
    const made = rows.get(id) ?? createWalletRow(family, id, press);
    rows.set(id, made);
    made.update(row);
    return made.element;
  };
  return {
    family,
    title,
    render(wallets, facts, { isOpen, isSearched }) {
      const all = new Map(toRows(wallets, facts, texts).map((row) => [row.wallet.id, row]));
      for (const id of rows.keys()) if (!all.has(id)) rows.delete(id);
      isAll &&= isOpen;
      const before = isOpen ? first : [];
      first = keepPlaces(toFirst([...all.values()], before, isInWallet(facts.wallets)), before);
      const others = [...all.keys()].filter((id) => !first.includes(id));
      const shown = isAll || isSearched ? [...first, ...others] : first;
      say(hint, sayHint(view, facts.wallets, texts));
      say(more, format(texts.more, { count: String(others.length) }));
      more.ariaExpanded = `${isAll}`;
      more.hidden = others.length === 0;
      keepInOrder(
        list,
        shown.map((id) => toElement(all.get(id) as Row)),
      );
      element.hidden = all.size === 0 && hint.textContent === '';
    },
  };
}

/** The wallets that are shown at first: those that are shown and those that come first, or some others if there are none. */
function toFirst(rows: readonly Row[], before: readonly string[], inWallet: boolean): readonly string[] {
  const shown = rows.filter((row, at) => before.includes(row.wallet.id) || isFirst(row, at, inWallet));
  return (shown.length > 0 || inWallet ? shown : rows.slice(0, mostAbsent)).map(({ wallet }) => wallet.id);
}

/**
 * What announces itself is installed: no flood of it hides what the remote's team lists, or what a person has chosen. In a
 * wallet's own browser, what is not installed is not first.
 */
function isFirst({ wallet, state }: Row, at: number, inWallet: boolean): boolean {
  if (!isAtHand(wallet)) return false;
  if (state === 'connected' || state === 'connecting') return true;
  if (inWallet) return wallet.reach === 'installed' && at < mostShown;
  return at < mostShown || wallet.reach === 'window' || isOpenable(wallet);
}

/** What a family's group says beside its wallets, or instead of them. */
function sayHint(
  { remote, releaseStatus }: FamilyView,
  wallets: readonly WalletListing[],
  texts: DialogTexts,
): string {
  const hasWallets = wallets.length > 0;
  const state = remote.get();
  if (releaseStatus.get().state === 'stopped') return texts.stopped;
  if (state.stage === 'failed')
    return hasWallets && state.step === 'again' ? texts.failedBefore : texts.failed[state.step];
  if (wallets.filter(({ reach }) => reach === 'installed').length >= mostAnnounced)
    return format(texts.flood, { count: mostAnnounced.toLocaleString('en') });
  return hasWallets || state.stage === 'pending' ? '' : texts.none;
}
