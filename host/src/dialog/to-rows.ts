import type { Attempt, Connection, WalletListing } from '@linkspan/contract';
import type { DialogTexts } from '../texts/en-dialog.ts';
import { sortByReach } from './sort-by-reach.ts';

/** One wallet of the dialog, in words. */
export interface Row {
  readonly wallet: WalletListing;
  readonly note: string;
  /** What becomes of a press; `state` names it for the style. */
  readonly word: string;
  readonly state: keyof DialogTexts['words'];
}

/** A family's wallets as rows: those at hand first, those that are not here last. */
export function toRows(
  wallets: readonly WalletListing[],
  connection: Connection,
  attempt: Attempt,
  lastUsed: string | undefined,
  { notes, words }: DialogTexts,
): readonly Row[] {
  const toState = ({ id, reach }: WalletListing) => {
    if (connection.status === 'connected' && connection.wallet.id === id) return 'connected';
    if (attempt.state === 'running' && attempt.wallet.id === id) return 'connecting';
    return reach === 'absent' ? 'get' : 'ready';
  };
  return sortByReach(wallets).map((wallet) => {
    const state = toState(wallet);
    const said = [
      wallet.id === lastUsed && notes.used,
      wallet.practice ? notes.practice : wallet.reach !== 'installed' && notes[wallet.reach],
    ];
    return { wallet, state, word: words[state], note: said.filter(Boolean).join(' · ') };
  });
}
