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

/** A press on a wallet of a family. */
export type Press = (family: FamilyId, walletId: string) => void;

/** One wallet of the dialog, in words. */
export interface Row {
  readonly wallet: WalletListing;
  readonly note: string;
  /** The effect of a press; `state` names it for the style. */
  readonly word: string;
  readonly state: keyof DialogTexts['words'];
  /** Whether it was listed on an earlier visit, and is not yet on this one. */
  readonly isRemembered: boolean;
}

/** A family's state, beside its list of wallets. */
export interface RowFacts {
  readonly connection: Connection;
  readonly attempt: Attempt;
  /** The id of the wallet that was used last. */
  readonly lastUsed: string | undefined;
  /** All wallets of the family. */
  readonly wallets: readonly WalletListing[];
  /** Those of them that were listed on an earlier visit, and are not yet on this one. */
  readonly remembered: readonly WalletListing[];
  /** The one of these that was pressed: the press is carried out once it is listed. */
  readonly held: WalletListing | undefined;
  readonly doubts: ReadonlyMap<WalletListing, Doubt | undefined>;
}

/** How the dialog shows its rows: while `isOpen` they keep their places. */
export interface Showing {
  readonly isOpen: boolean;
  /** The family whose wallets alone are shown; empty for all. */
  readonly only: FamilyId;
}

/** Whether the filter hides a family. */
export function isLeftOut(family: FamilyId, only: FamilyId): boolean {
  return only !== '' && only !== family;
}

/** A family's wallets as rows: the one used last first, then those at hand, then the absent ones. */
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
      note: state === 'connected' ? texts.notes.connected : toNotes(wallet, facts, texts).join(' · '),
    };
  });
}

/** The state of a wallet on this page. */
export function toState(wallet: WalletListing, { connection, attempt, held }: RowFacts): Row['state'] {
  if (isConnectedTo(connection, wallet.id)) return 'connected';
  if (wallet === held || (attempt.state === 'running' && attempt.wallet.id === wallet.id))
    return 'connecting';
  if (isOpenable(wallet)) return 'open';
  return wallet.reach === 'absent' ? 'get' : 'ready';
}

/** The notes of a wallet: how a press reaches it, and any doubt, with the identity that a namesake claims. */
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

/** Makes a wallet's button; it stays the same element for as long as the wallet is listed. */
export function createWalletRow(family: FamilyId, id: string, press: Press) {
  const element = create('button', 'wallet');
  const sayFace = fillFace(element);
  element.type = 'button';
  Object.assign(element.dataset, { row: '', family });
  element.onclick = () => press(family, id);
  return {
    element,
    update(row: Row): void {
      // The search hides it again.
      element.hidden = false;
      element.dataset.state = row.state;
      markListed(element, row);
      sayFace({ ...row, ...row.wallet });
    },
  };
}

/** Gives a button its wallet's id once the wallet is listed; until then it is marked as remembered. */
export function markListed(
  button: HTMLElement,
  { wallet, isRemembered }: Pick<Row, 'wallet' | 'isRemembered'>,
): void {
  if ('wallet' in button.dataset) return;
  button.toggleAttribute('data-remembered', isRemembered);
  if (!isRemembered) button.dataset.wallet = wallet.id;
}

/** The words and the icon of a row. */
export interface FaceFacts extends Pick<WalletListing, 'name'> {
  readonly icon?: WalletListing['icon'] | undefined;
  readonly note: string;
  readonly word: string;
}

/** Adds icon, name, note and word to an element; returns their update. */
export function fillFace(element: HTMLElement): (facts: FaceFacts) => void {
  const face = create('span', 'wallet-face');
  const name = create('b');
  const note = create('small');
  const words = create('span');
  const word = create('em');
  let drawn: string | undefined;
  // Isolated from the words around it, in its own direction.
  name.dir = 'auto';
  words.append(name, ' ', note);
  element.append(face, words, ' ', word);
  return (facts) => {
    say(name, facts.name);
    say(note, facts.note);
    say(word, facts.word);
    const { icon = '' } = facts;
    if (drawn === facts.name + icon) return;
    drawn = facts.name + icon;
    drawFace(face, facts);
  };
}

/** The first letter or digit. */
export function toInitial(name: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '').toUpperCase();
}

/** A hue in degrees, the same for the same name. */
export function toHue(name: string): number {
  return [...name].reduce((sum, letter) => (sum * 3 + letter.charCodeAt(0)) % 8, 0) * 45 + 30;
}

/** Draws a wallet's icon. Below it, for a wallet without one, the style draws the initial in a hue that the name decides. */
export function drawFace(face: HTMLElement, { name, icon }: Pick<FaceFacts, 'name' | 'icon'>): void {
  face.ariaHidden = 'true';
  face.dataset.initial = toInitial(name);
  face.style.setProperty('--hue', `${toHue(name)}`);
  face.replaceChildren(...(icon ? [toImage(icon)] : []));
}

/** Reads the image in the next frame: that takes a slow processor 10 ms, and the rows need not wait for it. */
function toImage(icon: string): HTMLElement {
  const image = create('img');
  image.onerror = () => image.remove();
  image.alt = '';
  requestAnimationFrame(() => {
    image.src = icon;
  });
  return image;
}
