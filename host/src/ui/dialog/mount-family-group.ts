import {
  type FamilyId,
  type FamilyView,
  format,
  mostAnnounced,
  type WalletListing,
} from '@linkspan/contract';
import type { DialogTexts } from '../texts/en-dialog.ts';
import { create, say } from './create.ts';
import { keepInOrder } from './keep-in-order.ts';
import { type Row, type RowFacts, toRows } from './to-rows.ts';
import { createWalletRow, type WalletRow } from './wallet-row.ts';

/** A family's prerendered group of the dialog, and what fills it. */
export interface FamilyGroupParts {
  /** With a heading, a line for what is to be said, and a list. */
  readonly element: HTMLElement;
  readonly family: FamilyId;
  readonly view: FamilyView;
  press(family: FamilyId, walletId: string): void;
  readonly texts: DialogTexts;
}

/** How many wallets are shown at first: what announces itself by the hundred does not fill the dialog. */
const mostShown = 30;

/** A family's group of the dialog. */
export interface FamilyGroup {
  readonly element: HTMLElement;
  readonly family: FamilyId;
  /** What people call the family. */
  readonly title: string;
  /** Lists these wallets; without any, and with nothing to say, the group is not shown. */
  render(wallets: readonly WalletListing[], facts: RowFacts): void;
}

/** Takes over a family's group. */
export function mountFamilyGroup({ element, family, view, press, texts }: FamilyGroupParts): FamilyGroup {
  const [heading, hint, list] = [...element.children] as [HTMLElement, HTMLElement, HTMLElement];
  const rows = new Map<string, WalletRow>();
  const more = create('button', 'button button-small');
  let most = mostShown;
  let renderAgain = () => {};
  more.type = 'button';
  more.onclick = () => {
    most = Number.POSITIVE_INFINITY;
    renderAgain();
  };
  const rowOf = (id: string) => {
    const row = rows.get(id) ?? createWalletRow(family, id, press);
    rows.set(id, row);
    return row;
  };
  return {
    element,
    family,
    title: heading.textContent ?? family,
    render(wallets, facts) {
      renderAgain = () => this.render(wallets, facts);
      const all = toRows(wallets, facts, texts);
      const shown = all.filter((row, at) => at < most || isInUse(row, facts) || isOfTeam(row));
      for (const id of rows.keys()) if (!wallets.some((wallet) => wallet.id === id)) rows.delete(id);
      say(hint, sayHint(view, facts.wallets, texts));
      const elements = shown.map((row) => {
        const { element: button, update } = rowOf(row.wallet.id);
        update(row);
        return button;
      });
      say(more, format(texts.more, { count: String(all.length - shown.length) }));
      keepInOrder(list, all.length > shown.length ? [...elements, more] : elements);
      element.hidden = elements.length === 0 && hint.textContent === '';
    },
  };
}

/** A wallet that a person has chosen is shown, however many others there are. */
function isInUse({ wallet, state }: Row, { lastUsed }: RowFacts): boolean {
  return state === 'connected' || state === 'connecting' || wallet.id === lastUsed;
}

/** What announces itself is installed; these are listed by the remote's team, and no flood of others hides them. */
function isOfTeam({ wallet: { reach } }: Row): boolean {
  return reach === 'window' || reach === 'absent';
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
  if (hasWallets) return '';
  return state.stage === 'pending' ? texts.looking : texts.none;
}
