import type { FamilyId, View, WalletListing } from '@linkspan/contract';
import type { WalletIdentity } from '../../config.ts';
import { discoveryMs } from '../../limits.ts';
import type { DialogTexts } from '../texts/en-dialog.ts';
import { findRow, mergeOrder, say } from './elements.ts';
import { mountFamilyGroup } from './family-group.ts';
import { joinWallets } from './join-wallets.ts';
import { mountJoinedGroup } from './joined-group.ts';
import { createPresses } from './presses.ts';
import { awaitListed } from './stored-wallets.ts';
import { isLeftOut, type Press } from './wallet-row.ts';

/** The facts that the dialog shows and the commands that it gives. */
export interface DialogShell {
  readonly view: View;
  /** Calls once for all that has changed of a family since, at most once a frame. */
  listen(family: FamilyId, listener: () => void): () => void;
  readonly connect: Press;
  /** Called at hover or focus. */
  readonly prepare: Press;
  /** The identities that the page's configuration lists. */
  readonly identities?: readonly WalletIdentity[] | undefined;
  /** The id of the wallet that each family used last. */
  readonly lastUsed?: Readonly<Record<FamilyId, string>>;
  /** The wallets that a family listed on an earlier visit. */
  listedBefore(family: FamilyId): readonly WalletListing[];
}

/** The wallet dialog, mounted. */
export interface WalletDialog {
  /** Opens it with the wallets of the given family alone, the first of them focused. */
  open(family?: FamilyId): void;
  /** Adds the search. `make` gets the function to call when the search has changed. */
  setSearch(make: (changed: () => void) => Search): void;
  unmount(): void;
}

/** A search in the wallet dialog. */
export interface Search {
  /** Whether the person searches, among so many rows. */
  isOn(count: number): boolean;
  /** Hides the rows that do not match. */
  filter(): void;
}

/**
 * Fills the prerendered dialog: first joined wallets, then each family’s others; wallets of an earlier visit until the
 * family lists its own. While the dialog is open, no row moves. A press closes it. For a pairing it stays open, names
 * the family in `data-pairing` and dispatches `pairing`: see `DialogPairing`.
 */
export function mountWalletDialog(
  dialog: HTMLDialogElement,
  { view, listen, connect, prepare, identities, lastUsed, listedBefore }: DialogShell,
  texts: DialogTexts,
): WalletDialog {
  const says = dialog.querySelector('.sheet-says') as HTMLElement;
  const list = dialog.querySelector('.sheet-list') as HTMLElement;
  const awaited = awaitListed(view, listedBefore);
  const changed = () => render();
  const tree = dialog.getRootNode() as Document;
  const presses = createPresses({ dialog, view, awaited, connect, changed });
  const { press } = presses;
  const groups = view.families.map((family) => {
    const element = dialog.querySelector(`[data-group="${family}"]`) as HTMLElement;
    return mountFamilyGroup(element, family, { view: view.family(family), press, changed, texts });
  });
  const renderJoined = mountJoinedGroup(list, press, texts);
  const choices = [...dialog.querySelectorAll<HTMLInputElement>('.filter input')];
  const toOnly = () => choices.find(({ checked }) => checked)?.value ?? '';
  const choose = (family: FamilyId) => {
    for (const choice of choices) choice.checked = choice.value === family;
    render();
  };
  let isLate = false;
  /** The pending families when the dialog was opened, so that its joined rows stay. */
  let pending = view.families;
  let search: Search | undefined;
  let order: readonly HTMLElement[] = [];

  const render = () => {
    const { activeElement: focused } = tree;
    const isOpen = dialog.open;
    const only = toOnly();
    const isShown = (family: FamilyId) => !isLeftOut(family, only);
    const all = view.families.map((family) => ({ family, wallets: awaited.toWallets(family, isLate) }));
    const now = view.families.filter((family) => view.family(family).remote.get().stage === 'pending');
    say(says, now.some(isShown) ? texts.looking : '');
    if (!isOpen) pending = now;
    const lists = joinWallets(all, identities, pending);
    const factsOf = (family: FamilyId) => {
      const { connection, attempt } = view.family(family);
      return {
        connection: connection.get(),
        attempt: attempt.get(),
        title: groups.find((one) => one.family === family)?.title ?? family,
        wallets: all.find((one) => one.family === family)?.wallets ?? [],
        remembered: awaited.of(family),
        held: presses.held(),
        lastUsed: lastUsed?.[family],
        doubts: lists.doubts,
      };
    };
    const count = lists.alone.reduce((sum, { wallets }) => sum + wallets.length, lists.joined.length);
    const showing = { isOpen, only, isSearched: search?.isOn(count) ?? false };
    renderJoined(lists.joined, factsOf, showing);
    lists.alone.forEach(({ family, wallets }, at) => {
      groups[at]?.render(wallets, factsOf(family), showing);
    });
    arrangeGroups(isOpen);
    search?.filter();
    if (focused !== tree.activeElement) refocus(dialog, focused as HTMLElement);
    presses.settle(lists);
  };
  /** While the dialog is open, a new group comes below the others. */
  const arrangeGroups = (isOpen: boolean) => {
    const shown = ([...list.children] as HTMLElement[]).filter(({ hidden }) => !hidden);
    order = mergeOrder(shown, isOpen ? order : []);
    order.forEach(({ style }, at) => {
      style.order = `${at}`;
    });
  };
  const closeOnBackdrop = (event: Event) => event.target === dialog && dialog.close();
  const reset = () => {
    presses.drop();
    choose('');
  };
  const expire = () => {
    isLate = true;
    render();
  };
  const timer = setTimeout(expire, discoveryMs);
  const ends = view.families.map((family) => listen(family, render));
  const control = new AbortController();
  prepareOnHover(dialog, prepare, control);
  dialog.addEventListener('click', closeOnBackdrop, control);
  dialog.addEventListener('close', reset, control);
  for (const choice of choices) choice.addEventListener('change', changed, control);
  render();

  return {
    open(family) {
      choose(family ?? '');
      if (!dialog.open) dialog.showModal();
      if (family === undefined) return;
      const first = list.querySelector<HTMLElement>(`button[data-family="${family}"]`);
      const target = first ?? list.querySelector(`[data-group="${family}"]`);
      target?.scrollIntoView({ block: 'nearest' });
      first?.focus();
    },
    setSearch(make) {
      search = make(render);
      render();
    },
    unmount() {
      for (const end of ends) end();
      clearTimeout(timer);
      control.abort();
    },
  };
}

/** Moves the focus back to a button, or to the one that has taken its place in another row. */
function refocus(dialog: HTMLElement, element: HTMLElement): void {
  const { wallet, family } = element.dataset;
  (element.isConnected ? element : findRow(dialog, family, wallet))?.focus();
}

/** Calls `prepare` at hover or focus of a wallet that can connect. */
function prepareOnHover(dialog: HTMLElement, prepare: Press, until: { readonly signal: AbortSignal }): void {
  const prepareTarget = ({ target }: Event) => {
    const { family, wallet, state } =
      (target as Element).closest<HTMLElement>('[data-wallet]')?.dataset ?? {};
    if (family !== undefined && wallet !== undefined && state !== 'get' && state !== 'open')
      prepare(family, wallet);
  };
  dialog.addEventListener('pointerover', prepareTarget, until);
  dialog.addEventListener('focusin', prepareTarget, until);
}
