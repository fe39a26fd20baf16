import { type FamilyId, isConnectedTo, type View } from '@linkspan/contract';
import type { WalletIdentity } from '../../config.ts';
import type { DialogTexts } from '../texts/en-dialog.ts';
import { prepareOnHover } from './hover-preload.ts';
import { type JoinedLists, joinWallets } from './join-wallets.ts';
import { mountFamilyGroup } from './mount-family-group.ts';
import { mountJoinedGroup } from './mount-joined-group.ts';
import type { RowFacts } from './to-rows.ts';

/** What the wallet dialog is made of. */
export interface DialogShell {
  readonly view: View;
  /** Calls once for all that has changed of a family since, at most once a frame. */
  listen(family: FamilyId, listener: () => void): () => void;
  connect(family: FamilyId, walletId: string): void;
  /** Called when the person's pointer or focus has come to a wallet. */
  prepare(family: FamilyId, walletId: string): void;
  /** The identities that the page's configuration lists. */
  readonly identities?: readonly WalletIdentity[] | undefined;
  /** The id of the wallet that each family used last, where there was one. */
  readonly lastUsed?: Readonly<Record<FamilyId, string>>;
}

/** The wallet dialog, mounted. */
export interface WalletDialog {
  /** Opens it, with the family's first wallet in view where one is given. */
  open(family?: FamilyId): void;
  unmount(): void;
}

/**
 * Fills the prerendered dialog from the store alone, row by row, in place: first the wallets that serve several
 * families, then each family's others.
 */
export function mountWalletDialog(
  dialog: HTMLDialogElement,
  { view, listen, connect, prepare, identities, lastUsed }: DialogShell,
  texts: DialogTexts,
): WalletDialog {
  const press = (family: FamilyId, walletId: string) => {
    dialog.close();
    // To what the press has changed, not back to what has opened the dialog; of a connected wallet, to its actions.
    const isInUse = isConnectedTo(view.family(family).connection.get(), walletId);
    const card = document.querySelector(`[data-status][data-family="${family}"]`);
    const target =
      (isInUse && card?.querySelector<HTMLElement>('.actions button')) || card?.querySelector('h2');
    target?.focus();
    connect(family, walletId);
  };
  const groups = view.families.map((family) => {
    const element = dialog.querySelector(`[data-group="${family}"]`) as HTMLElement;
    return mountFamilyGroup({ element, family, view: view.family(family), press, texts });
  });
  const groupOf = (family: FamilyId) => groups.find((group) => group.family === family);
  const joined = mountJoinedGroup({ groups, press, texts });

  const toFacts = (family: FamilyId, { doubts }: JoinedLists): RowFacts => {
    const { wallets, connection, attempt } = view.family(family);
    const facts = { wallets: wallets.get(), connection: connection.get(), attempt: attempt.get() };
    return { ...facts, doubts, lastUsed: lastUsed?.[family] };
  };
  const render = () => {
    const held = toGuarded(document.activeElement);
    const lists = joinWallets(
      view.families.map((family) => ({ family, wallets: view.family(family).wallets.get() })),
      identities,
    );
    joined.render(lists.joined, (family) => toFacts(family, lists));
    for (const { family, wallets } of lists.alone) groupOf(family)?.render(wallets, toFacts(family, lists));
    if (held && held.element !== document.activeElement) refocus(dialog, held);
  };
  const ends = [...view.families.map((family) => listen(family, render)), prepareOnHover(dialog, prepare)];
  const closeOnBackdrop = (event: Event) => event.target === dialog && dialog.close();
  dialog.addEventListener('click', closeOnBackdrop);
  render();

  return {
    open(family) {
      if (!dialog.open) dialog.showModal();
      if (family === undefined) return;
      const first = dialog.querySelector<HTMLElement>(`[data-wallet][data-family="${family}"]`);
      const target = first ?? groupOf(family)?.element;
      target?.scrollIntoView({ block: 'nearest' });
      first?.focus();
    },
    unmount() {
      for (const end of ends) end();
      dialog.removeEventListener('click', closeOnBackdrop);
    },
  };
}

interface Held {
  readonly element: HTMLElement;
  readonly wallet: string;
  readonly family: string;
}

/** The wallet's button that has the focus, if one has. */
function toGuarded(element: Element | null): Held | undefined {
  if (!(element instanceof HTMLElement)) return undefined;
  const { wallet, family } = element.dataset;
  return wallet === undefined || family === undefined ? undefined : { element, wallet, family };
}

/** Back to the button, or to the one that has taken its place in another row. */
function refocus(dialog: HTMLElement, { element, wallet, family }: Held): void {
  const buttons = [...dialog.querySelectorAll<HTMLElement>('[data-wallet]')];
  const same = buttons.find(({ dataset }) => dataset.wallet === wallet && dataset.family === family);
  (element.isConnected ? element : same)?.focus();
}
