import {
  type Attempt,
  type Connection,
  isConnectedTo,
  isolate,
  type WalletListing,
} from '@linkspan/contract';
import type { DialogTexts } from '../texts/en-dialog.ts';
import type { Doubt } from './join-wallets.ts';
import { sortByReach } from './sort-by-reach.ts';

/** One wallet of the dialog, in words. */
export interface Row {
  readonly wallet: WalletListing;
  readonly note: string;
  /** What becomes of a press; `state` names it for the style. */
  readonly word: string;
  readonly state: keyof DialogTexts['words'];
}

/** What is so in a family, beside its list of wallets. */
export interface RowFacts {
  readonly connection: Connection;
  readonly attempt: Attempt;
  /** The id of the wallet that was used last. */
  readonly lastUsed: string | undefined;
  /** All wallets of the family. */
  readonly wallets: readonly WalletListing[];
  /** What is doubtful about each of them. */
  readonly doubts: ReadonlyMap<WalletListing, readonly Doubt[]>;
}

/** A family's wallets as rows: those at hand first, those that are not here last. */
export function toRows(
  wallets: readonly WalletListing[],
  facts: RowFacts,
  texts: DialogTexts,
): readonly Row[] {
  return sortByReach(wallets).map((wallet) => {
    const state = toState(wallet, facts);
    return { wallet, state, word: texts.words[state], note: toNotes(wallet, facts, texts).join(' · ') };
  });
}

/** What a wallet is to the page now. */
export function toState({ id, reach }: WalletListing, { connection, attempt }: RowFacts): Row['state'] {
  if (isConnectedTo(connection, id)) return 'connected';
  if (attempt.state === 'running' && attempt.wallet.id === id) return 'connecting';
  return reach === 'absent' ? 'get' : 'ready';
}

/** What is to be known of a wallet before it is pressed. */
export function toNotes(wallet: WalletListing, facts: RowFacts, { notes }: DialogTexts): readonly string[] {
  const said = [
    wallet.id === facts.lastUsed && notes.used,
    wallet.practice ? notes.practice : wallet.reach !== 'installed' && notes[wallet.reach],
    ...(facts.doubts.get(wallet) ?? []).flatMap((doubt) => toDoubtNotes(doubt, wallet, notes)),
  ];
  return said.filter((note) => typeof note === 'string');
}

/** Wallets that have one name are told apart by what each says it is. */
function toDoubtNotes(
  doubt: Doubt,
  { identity }: WalletListing,
  notes: DialogTexts['notes'],
): readonly (string | undefined)[] {
  return doubt === 'namesake' ? [identity && isolate(identity), notes.namesake] : [notes[doubt]];
}
