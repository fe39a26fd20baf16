import {
  type Attempt,
  type Connection,
  format,
  isConnectedTo,
  isolate,
  type WalletListing,
} from '@linkspan/contract';
import type { DialogTexts } from '../texts/en-dialog.ts';
import type { Doubt } from './join-wallets.ts';
import { isOpenable, sortByReach } from './sort-by-reach.ts';

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
