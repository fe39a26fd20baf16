import {
  type FamilyId,
  type FamilyView,
  format,
  mostAnnounced,
  type WalletListing,
} from '@linkspan/contract';
import type { DialogTexts } from '../texts/en-dialog.ts';
import { arrange, create, mergeOrder, say } from './elements.ts';
import { isAtHand, isInWallet, isOpenable } from './reach.ts';
import {
  createWalletRow,
  isLeftOut,
  type Press,
  type Row,
  type RowFacts,
  type Showing,
  toRows,
} from './wallet-row.ts';

/** How many wallets are shown at first: hundreds of announced wallets do not fill the dialog. */
const mostShown = 30;
/** How many absent wallets are shown if there are no others. */
const mostAbsent = 3;

/** Takes over a family’s prerendered group. `changed` is called when the person has the rest of the list shown. */
export function mountFamilyGroup(
  element: HTMLElement,
  family: FamilyId,
  {
    view,
    press,
    changed,
    texts,
  }: { view: FamilyView; press: Press; changed: () => void; texts: DialogTexts },
) {
  const [heading, hint, list] = [...element.children] as [HTMLElement, HTMLElement, HTMLElement];
  const title = heading.textContent ?? family;
  const rows = new Map<string, ReturnType<typeof createWalletRow>>();
  const more = create('button', 'wallets-more');
  /** The wallets that are shown without `more`. */
  let first: readonly string[] = [];
  let isAll = false;
  more.type = 'button';
  more.onclick = () => {
    isAll = true;
    changed();
    (list.children[first.length] as HTMLElement | undefined)?.focus();
  };
  element.append(more);

  const toElement = (row: Row) => {
    const { id } = row.wallet;
    const made = rows.get(id) ?? createWalletRow(family, id, press);
    rows.set(id, made);
    made.update(row);
    return made.element;
  };
  return {
    family,
    /** The name that people know the family by. */
    title,
    /** Lists these wallets. */
    render(
      wallets: readonly WalletListing[],
      facts: RowFacts,
      { isOpen, isSearched, only }: Showing & { isSearched: boolean },
    ): void {
      const all = new Map(toRows(wallets, facts, texts).map((row) => [row.wallet.id, row]));
      for (const id of rows.keys()) if (!all.has(id)) rows.delete(id);
      isAll &&= isOpen;
      const before = isOpen ? first : [];
      first = mergeOrder(toFirst([...all.values()], before, isInWallet(facts.wallets)), before);
      const others = [...all.keys()].filter((id) => !first.includes(id));
      const isWhole = isAll || isSearched;
      const shown = isWhole ? [...first, ...others] : first;
      say(hint, sayHint(view, facts.wallets, texts));
      say(more, format(texts.more, { count: String(others.length) }));
      more.hidden = isWhole || others.length === 0;
      arrange(
        list,
        shown.map((id) => toElement(all.get(id) as Row)),
      );
      element.hidden = isLeftOut(family, only) || (all.size === 0 && hint.textContent === '');
    },
  };
}

/** The wallets shown without `more`: earlier ones and important ones, else a few others. */
function toFirst(rows: readonly Row[], before: readonly string[], inWallet: boolean): readonly string[] {
  const shown = rows.filter((row, at) => before.includes(row.wallet.id) || isFirst(row, at, inWallet));
  return (shown.length > 0 || inWallet ? shown : rows.slice(0, mostAbsent)).map(({ wallet }) => wallet.id);
}

/** A flood of announced wallets hides neither the team’s wallets nor the one in use. */
function isFirst({ wallet, state }: Row, at: number, inWallet: boolean): boolean {
  if (!isAtHand(wallet)) return false;
  if (state === 'connected' || state === 'connecting') return true;
  if (inWallet) return wallet.reach === 'installed' && at < mostShown;
  return at < mostShown || wallet.reach === 'window' || isOpenable(wallet);
}

/** The hint of a family's group, shown beside its wallets or instead of them. */
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
