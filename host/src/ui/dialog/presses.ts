import { type FamilyId, isConnectedTo, isRunning, type View, type WalletListing } from '@linkspan/contract';
import { pointedOutMs } from '../../limits.ts';
import type { JoinedLists } from './join-wallets.ts';
import { openUrlOf } from './reach.ts';
import type { Awaited } from './stored-wallets.ts';
import type { Press } from './wallet-row.ts';

/** The dialog, its facts and its commands; `changed` is called when a press is held. */
interface PressesProps {
  readonly dialog: HTMLDialogElement;
  readonly view: View;
  readonly awaited: Awaited;
  readonly connect: Press;
  changed(): void;
}

/** The presses on wallets of the dialog. */
export function createPresses({ dialog, view, awaited, connect, changed }: PressesProps) {
  let held: { readonly family: FamilyId; readonly wallet: WalletListing } | undefined;

  /** Connects the wallet or opens its page. A press on a wallet of an earlier visit is held until that is listed. */
  function press(family: FamilyId, walletId: string): void {
    const early = findIn(awaited.of(family), walletId);
    held = early && { family, wallet: early };
    if (held) changed();
    else carryOut(family, walletId);
  }

  function carryOut(family: FamilyId, walletId: string): void {
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

  return {
    press,
    /** The wallet whose press is held. */
    held: () => held?.wallet,
    /** Drops the held press, and ends the pairing in the dialog. */
    drop() {
      held = undefined;
      delete dialog.dataset.pairing;
    },
    /** Runs the held press once its wallet is listed unchanged and without doubt; closes the dialog after its pairing. */
    settle({ doubts }: Pick<JoinedLists, 'doubts'>) {
      if (held && !awaited.of(held.family).includes(held.wallet)) {
        const { family, wallet } = held;
        held = undefined;
        const listed = findIn(view.family(family).wallets.get(), wallet.id);
        if (listed?.reach === wallet.reach && listed.name === wallet.name && !doubts.get(listed))
          carryOut(family, wallet.id);
      }
      const { pairing } = dialog.dataset;
      // A view whose code has expired offers a new one.
      const isOver = pairing && !dialog.dataset.expired && !isRunning(view.family(pairing).attempt.get());
      if (dialog.open && isOver) closeTo(dialog, pairing);
    },
  };
}

function findIn(wallets: readonly WalletListing[], walletId: string): WalletListing | undefined {
  return wallets.find(({ id }) => id === walletId);
}

/**
 * Closes the dialog and moves the focus to the heading of the family’s card, which its status describes; with `isInUse` the
 * card is pointed out, since nothing else changes.
 */
function closeTo(dialog: HTMLDialogElement, family: FamilyId, isInUse = false): void {
  dialog.close();
  const card = dialog.parentNode?.querySelector(`[data-status][data-family="${family}"]`);
  card?.querySelector('h2')?.focus();
  if (isInUse) card?.animate?.({ outline: ['3px solid', '3px solid transparent'] }, pointedOutMs);
}
