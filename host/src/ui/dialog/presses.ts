import { type FamilyId, isConnectedTo, isRunning, type View, type WalletListing } from '@linkspan/contract';
import type { JoinedLists } from './join-wallets.ts';
import { openUrlOf } from './reach.ts';
import type { Awaited } from './stored-wallets.ts';

/** Dependencies of the presses in the wallet dialog. */
interface PressDependencies {
  readonly dialog: HTMLDialogElement;
  readonly view: View;
  connect(family: FamilyId, walletId: string): void;
  readonly awaited: Awaited;
  /** Called when a press is held. */
  changed(): void;
}

/** The presses on wallets of the dialog. */
interface Presses {
  /** Asks the wallet, or opens its page. On a wallet that is not listed yet, the press is held until it is. */
  press(family: FamilyId, walletId: string): void;
  /** The wallet whose press is held. */
  held(): WalletListing | undefined;
  /** Drops what is held, and ends the pairing in the dialog. */
  drop(): void;
  /**
   * Carries out what is held if its wallet is listed by now, a press means the same, and the wallet is not doubtful.
   * Closes the dialog if its pairing has ended.
   */
  settle(lists: Pick<JoinedLists, 'doubts'>): void;
}

export function createPresses({ dialog, view, awaited, connect, changed }: PressDependencies): Presses {
  let held: { readonly family: FamilyId; readonly wallet: WalletListing } | undefined;

  function press(family: FamilyId, walletId: string): void {
    const early = findIn(awaited.of(family), walletId);
    held = early && { family, wallet: early };
    if (held) changed();
    else ask(family, walletId);
  }

  function ask(family: FamilyId, walletId: string): void {
    const { wallets, connection } = view.family(family);
    const wallet = findIn(wallets.get(), walletId);
    if (wallet?.reach === 'absent') {
      open(openUrlOf(wallet) ?? wallet.installUrl, '_blank', 'noopener');
      return;
    }
    const isInUse = isConnectedTo(connection.get(), walletId);
    const isPaired = wallet?.reach === 'pairing' && !isInUse;
    if (!isPaired) closeTo(dialog, family, isInUse);
    connect(family, walletId);
    if (!isPaired) return;
    dialog.dataset.pairing = family;
    dialog.dispatchEvent(new Event('pairing'));
  }

  function carryOut({ doubts }: Pick<JoinedLists, 'doubts'>): void {
    if (!held || awaited.of(held.family).includes(held.wallet)) return;
    const { family, wallet } = held;
    held = undefined;
    const listed = findIn(view.family(family).wallets.get(), wallet.id);
    if (listed?.reach === wallet.reach && listed.name === wallet.name && !doubts.get(listed))
      ask(family, wallet.id);
  }

  return {
    press,
    held: () => held?.wallet,
    drop() {
      held = undefined;
      delete dialog.dataset.pairing;
    },
    settle(lists) {
      carryOut(lists);
      const { pairing } = dialog.dataset;
      if (dialog.open && pairing && !isRunning(view.family(pairing).attempt.get())) closeTo(dialog, pairing);
    },
  };
}

function findIn(wallets: readonly WalletListing[], walletId: string): WalletListing | undefined {
  return wallets.find(({ id }) => id === walletId);
}

/** Moves the focus to the card that a press has changed, not to what opened the dialog; with `isInUse`, to its actions. */
function closeTo(dialog: HTMLDialogElement, family: FamilyId, isInUse = false): void {
  dialog.close();
  const card = document.querySelector(`[data-status][data-family="${family}"]`);
  const action = isInUse && card?.querySelector<HTMLElement>('.actions button');
  (action || card?.querySelector('h2'))?.focus();
}
