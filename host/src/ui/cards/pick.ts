import { type FamilyView, format, type WalletListing } from '@linkspan/contract';
import { arrange, create, say } from '../dialog/elements.ts';
import { listReady, openUrlOf, sortByReach } from '../dialog/reach.ts';
import { drawFace } from '../dialog/wallet-row.ts';
import { dialogTexts } from '../texts/en-dialog.ts';

/** How many wallets have a row on a card. */
export const rowsShown = 2;

/** The presses on a card's rows. */
export interface PickPresses {
  /** The family's title. */
  readonly title: string;
  connect(walletId: string): void;
  choose(): void;
}

const { pick: texts } = dialogTexts;

/**
 * Makes the wallets at hand the rows of a card's prerendered list, each connected by one press. Returns the function that
 * draws them; those that are not here follow once all are listed, so that no row moves.
 */
export function fillPick(
  list: Element,
  presses: PickPresses,
): (facts: FamilyView, isListed?: boolean) => void {
  const blanks = [...list.children];
  const [head] = blanks.splice(0, 1) as [Element];
  const more = blanks.pop() as HTMLElement;
  const [blank] = blanks as [Element];
  const rows = new Map<string, HTMLElement>();
  more.onclick = presses.choose;

  function toRow(wallet: WalletListing): HTMLElement {
    const key = JSON.stringify(wallet);
    const row = rows.get(key) ?? createRow(wallet, blank, presses);
    rows.set(key, row);
    return row;
  }

  return ({ wallets, remote }, isListed = remote.get().stage !== 'pending') => {
    const ready = listReady(wallets.get());
    // The views say why it failed.
    const none = remote.get().stage === 'failed' ? '' : isListed ? texts.none : texts.looking;
    say(head, ready.length > 0 ? texts.connectWith : none);
    const shown = (isListed ? sortByReach(wallets.get()) : ready).slice(0, rowsShown).map(toRow);
    arrange(list, [head, ...shown, ...(isListed ? [] : blanks.slice(shown.length)), more]);
  };
}

/** A row with the parts of an empty one. One of a wallet that is not here is a link to it. */
function createRow(wallet: WalletListing, blank: Element, { title, connect }: PickPresses): HTMLElement {
  const { name: text } = wallet;
  const parts = [...(blank.cloneNode(true) as Element).children];
  const [face, name, chevron] = parts as [HTMLElement, Element, Element];
  face.className = 'wallet-face';
  name.textContent = text;
  drawFace(face, wallet);
  if (wallet.reach !== 'absent') {
    const button = create('button', 'pick-row');
    button.type = 'button';
    button.setAttribute('aria-label', format(texts.connectTo, { family: title, wallet: text }));
    button.onclick = () => connect(wallet.id);
    button.append(face, name, chevron);
    return button;
  }
  const openUrl = openUrlOf(wallet);
  const note = create('span', 'pick-note');
  note.textContent = ` ${openUrl ? texts.openApp : texts.get}`;
  const link = create('a', 'pick-row');
  Object.assign(link, { href: openUrl ?? wallet.installUrl, target: '_blank', rel: 'noopener noreferrer' });
  link.append(face, name, note);
  return link;
}
