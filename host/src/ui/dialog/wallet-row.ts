import {
  type Attempt,
  type Connection,
  type FamilyId,
  format,
  isConnectedTo,
  isolate,
  type WalletListing,
} from '@linkspan/contract';
import type { DialogTexts } from '../texts/en-dialog.ts';
import { create, say } from './elements.ts';
import type { Doubt } from './join-wallets.ts';
import { isOpenable, sortByReach } from './reach.ts';

/** A wallet's button in the dialog; it stays the same element for as long as the wallet is listed. */
export interface WalletRow {
  readonly element: HTMLElement;
  update(row: Row): void;
}

/** A button for the wallet. */
export function createWalletRow(
  family: FamilyId,
  id: string,
  press: (family: FamilyId, walletId: string) => void,
): WalletRow {
  const element = create('button', 'wallet');
  const say = fillFace(element);
  element.type = 'button';
  Object.assign(element.dataset, { row: '', family });
  element.onclick = () => press(family, id);
  return {
    element,
    update(row) {
      element.dataset.state = row.state;
      markListed(element, row);
      say({ ...row, ...row.wallet });
    },
  };
}

/** Has a button name its wallet from the moment that it is listed; until then it is marked as remembered. */
export function markListed(
  button: HTMLElement,
  { wallet, isRemembered }: Pick<Row, 'wallet' | 'isRemembered'>,
): void {
  if ('wallet' in button.dataset) return;
  button.toggleAttribute('data-remembered', isRemembered);
  if (!isRemembered) button.dataset.wallet = wallet.id;
}

/** What a row says of its wallet. */
export interface FaceFacts {
  readonly name: string;
  readonly icon?: WalletListing['icon'] | undefined;
  readonly note: string;
  readonly word: string;
}

/**
 * Fills an element with a wallet's icon, name, note and word; returns what updates them. The icon is an image and nothing
 * else; where there is none that can be shown, the style draws a neutral one. A screen reader has the name beside it.
 */
export function fillFace(element: HTMLElement): (facts: FaceFacts) => void {
  const face = create('span', 'wallet-face');
  const name = create('b');
  const note = create('small');
  const words = create('span');
  const word = create('em');
  let shown: string | undefined;
  face.ariaHidden = 'true';
  // Isolated from the words around it, in its own direction.
  name.dir = 'auto';
  words.append(name, ' ', note);
  element.append(face, words, ' ', word);
  return (facts) => {
    say(name, facts.name);
    say(note, facts.note);
    say(word, facts.word);
    if (shown === facts.icon) return;
    shown = facts.icon;
    face.replaceChildren(...(shown ? [toImage(shown)] : []));
  };
}

/** The image is read for the frame that shows it: to read one takes a slow processor 10 ms, which rows would wait for. */
function toImage(icon: string): HTMLElement {
  const image = create('img');
  image.onerror = () => image.remove();
  image.alt = '';
  requestAnimationFrame(() => {
    image.src = icon;
  });
  return image;
}

/** One wallet of the dialog, in words. */
export interface Row {
  readonly wallet: WalletListing;
  readonly note: string;
  /** What is to be known of a press; `state` names it for the style. */
  readonly word: string;
  readonly state: keyof DialogTexts['words'];
  /** Whether it was listed on an earlier visit, and is not yet on this one. */
  readonly isRemembered: boolean;
}

/** What is so in a family, beside its list of wallets. */
export interface RowFacts {
  readonly connection: Connection;
  readonly attempt: Attempt;
  /** The id of the wallet that was used last. */
  readonly lastUsed: string | undefined;
  /** All wallets of the family. */
  readonly wallets: readonly WalletListing[];
  /** Those of them that were listed on an earlier visit, and are not yet on this one. */
  readonly remembered: readonly WalletListing[];
  /** The one of these that was pressed, and is asked when it is listed. */
  readonly held: WalletListing | undefined;
  /** What is doubtful about each of them. */
  readonly doubts: ReadonlyMap<WalletListing, Doubt | undefined>;
}

/** A family's wallets as rows: the one used last first, then those at hand, then those that are not here. */
export function toRows(
  wallets: readonly WalletListing[],
  facts: RowFacts,
  texts: DialogTexts,
): readonly Row[] {
  return sortByReach(wallets, facts.lastUsed).map((wallet) => {
    const state = toState(wallet, facts);
    return {
      wallet,
      state,
      isRemembered: facts.remembered.includes(wallet),
      word: state === 'ready' && wallet.id === facts.lastUsed ? texts.recent : texts.words[state],
      note: toNotes(wallet, facts, texts).join(' · '),
    };
  });
}

/** What a wallet is to the page now. */
export function toState(wallet: WalletListing, { connection, attempt, held }: RowFacts): Row['state'] {
  if (isConnectedTo(connection, wallet.id)) return 'connected';
  if (wallet === held || (attempt.state === 'running' && attempt.wallet.id === wallet.id))
    return 'connecting';
  if (isOpenable(wallet)) return 'open';
  return wallet.reach === 'absent' ? 'get' : 'ready';
}

/** What is to be known of a wallet before it is pressed. Wallets of one name are told apart by what each says it is. */
export function toNotes(wallet: WalletListing, facts: RowFacts, { notes }: DialogTexts): readonly string[] {
  const doubt = facts.doubts.get(wallet);
  return [
    toReachNote(wallet, notes),
    ...(doubt === 'namesake' && wallet.identity ? [isolate(wallet.identity)] : []),
    ...(doubt ? [notes[doubt]] : []),
  ];
}

function toReachNote(wallet: WalletListing, notes: DialogTexts['notes']): string {
  if (isOpenable(wallet)) return format(notes.open, { wallet: wallet.name });
  return wallet.practice ? notes.practice : notes[wallet.reach];
}
