import type { FamilyId, View, WalletListing } from '@linkspan/contract';
import type { WalletIdentity } from '../../config.ts';
import { discoveryMs } from '../../limits.ts';
import type { DialogTexts } from '../texts/en-dialog.ts';
import { findRow, mergeOrder, say } from './elements.ts';
import { mountFamilyGroup } from './family-group.ts';
import { type JoinedLists, joinWallets } from './join-wallets.ts';
import { type JoinedFacts, mountJoinedGroup } from './joined-group.ts';
import { createPresses } from './presses.ts';
import { awaitListed } from './stored-wallets.ts';
import { createWalletRow, isLeftOut, type Press, type Showing, toState } from './wallet-row.ts';

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
  /** Adds what can load later than the rows. */
  setAssist(make: (parts: AssistParts) => Assist): void;
  unmount(): void;
}

const rows = { mountJoinedGroup, createWalletRow, toState };

/** The parts of the dialog that its assistance uses. */
export interface AssistParts extends Pick<DialogShell, 'view' | 'identities'> {
  readonly list: HTMLElement;
  readonly press: Press;
  readonly texts: DialogTexts;
  /** The early script has them, so the code that loads later has no copy. */
  readonly rows: typeof rows;
  /** To be called when the search has changed. */
  changed(): void;
}

/** The search in the wallet dialog, and its arrangement for a person without a wallet in this browser. */
export interface Assist {
  /** Renders groups of its own; returns the wallets that are left to the others. `isKept` if nothing may move. */
  suggest(
    lists: JoinedLists,
    factsOf: (family: FamilyId) => JoinedFacts,
    showing: Showing,
    isKept: boolean,
  ): JoinedLists;
  /** Whether the person searches among these. */
  isOn(lists: JoinedLists): boolean;
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
  const renderJoined = mountJoinedGroup((group) => list.prepend(group), press, texts);
  const choices = [...dialog.querySelectorAll<HTMLInputElement>('.filter input')];
  const toOnly = () => choices.find(({ checked }) => checked)?.value ?? '';
  const choose = (family: FamilyId) => {
    for (const choice of choices) choice.checked = choice.value === family;
    render();
  };
  let isLate = false;
  /** The pending families when the dialog was opened, so that its joined rows stay. */
  let pending = view.families;
  let assist: Assist | undefined;
  let shownOnly = '';
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
    const showing = { isOpen, only, isSearched: assist?.isOn(lists) ?? false };
    const isKept = isOpen && only === shownOnly;
    shownOnly = only;
    const { joined, alone } = assist?.suggest(lists, factsOf, showing, isKept) ?? lists;
    renderJoined(joined, factsOf, showing);
    alone.forEach(({ family, wallets }, at) => {
      groups[at]?.render(wallets, factsOf(family), showing);
    });
    arrangeGroups(isKept);
    assist?.filter();
    if (focused !== tree.activeElement) refocus(dialog, focused as HTMLElement);
    presses.settle(lists);
  };
  /** While the dialog is open, a new group comes below the others, unless the person has changed the filter. */
  const arrangeGroups = (isKept: boolean) => {
    const shown = ([...list.children] as HTMLElement[]).filter(({ hidden }) => !hidden);
    order = mergeOrder(shown, isKept ? order : []);
    order.forEach(({ style }, at) => {
      style.order = `${at}`;
    });
  };
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
  dialog.addEventListener('close', reset, control);
  for (const choice of choices) choice.addEventListener('change', changed, control);
  render();

  return {
    open(family) {
      choose(family ?? '');
      if (!dialog.open) dialog.showModal();
      list.querySelector<HTMLElement>(`button[data-family="${family}"]`)?.focus();
    },
    setAssist(make) {
      assist = make({ view, identities, list, press, texts, rows, changed });
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
