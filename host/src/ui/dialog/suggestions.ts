import type { FamilyId, WalletListing } from '@linkspan/contract';
import { suggestionTexts as texts } from '../texts/en-on-demand.ts';
import { arrange, create, createGroup, mergeOrder } from './elements.ts';
import type { JoinedWallet, WalletPart } from './join-wallets.ts';
import type { JoinedFacts } from './joined-group.ts';
import { isOpenable, isPhone } from './reach.ts';
import type { Assist, AssistParts } from './wallet-dialog.ts';
import { isLeftOut, type Press } from './wallet-row.ts';

/**
 * The dialog for a person without a wallet in this browser: a wallet on the phone, then wallets to get, then a practice
 * wallet; on a phone, apps to open come first. It lists as usual while a shown family is still looking for wallets, and
 * neither begins nor ends while nothing may move.
 */
export function mountSuggestions({
  view,
  identities = [],
  list,
  press,
  texts: own,
  rows,
}: AssistParts): Assist['suggest'] {
  const onPhone = isPhone();
  const { notes } = own;
  const phoneTexts = {
    ...own,
    joined: onPhone ? texts.elsewhere : texts.phone,
    notes: { ...notes, pairing: onPhone ? texts.showCode : texts.scan },
  };
  const practiceTexts = { ...own, joined: texts.practice, notes: { ...notes, practice: texts.tryIt } };
  const atTop = (group: HTMLElement) => list.prepend(group);
  const atEnd = (group: HTMLElement) => list.append(group);
  const renderPhone = rows.mountJoinedGroup(atTop, press, phoneTexts, 'phone');
  const renderApps = mountAbsentGroup(atTop, press, rows, { name: 'apps', title: texts.apps });
  const renderGet = mountAbsentGroup(atEnd, press, rows, {
    name: 'get',
    title: texts.get,
    aside: texts.none,
  });
  const renderPractice = rows.mountJoinedGroup(atEnd, press, practiceTexts, 'practice');
  let isOn = false;

  const isListed = ({ family, wallet }: WalletPart) =>
    identities.some(({ identity, families }) => identity === wallet.identity && families.includes(family));

  /** Absent wallets of one name and one listed identity are one. */
  function joinAbsent(parts: readonly WalletPart[]): readonly JoinedWallet[] {
    const keyOf = (part: WalletPart) =>
      JSON.stringify(
        isListed(part) ? [part.wallet.identity, part.wallet.name] : [part.family, '', part.wallet.id],
      );
    const keys = [...new Set(parts.map(keyOf))];
    return keys.map((identity) => ({ identity, parts: parts.filter((part) => keyOf(part) === identity) }));
  }

  return (lists, factsOf, showing, isKept) => {
    const { only, isOpen } = showing;
    const shown = view.families.filter((family) => !isLeftOut(family, only));
    if (!isKept)
      isOn =
        shown.every((family) => view.family(family).remote.get().stage !== 'pending') &&
        !shown.some((family) => factsOf(family).wallets.some(isInstalled)) &&
        shown.some((family) => factsOf(family).wallets.some(({ reach }) => reach === 'absent'));
    const parts = lists.alone.flatMap(({ family, wallets }) =>
      isOn && shown.includes(family) ? wallets.map((wallet) => ({ family, wallet })) : [],
    );
    const absent = parts.filter(({ wallet }) => wallet.reach === 'absent');
    const single = parts
      // The row of a doubtful one says so in the name of its button.
      .filter(({ wallet }) => (isOnPhone(wallet) || wallet.practice) && !lists.doubts.get(wallet))
      .map((part) => ({ identity: JSON.stringify([part.family, part.wallet.id]), parts: [part] }));
    const joined = isOn ? [...lists.joined, ...single] : [];
    const isPractice = (wallet: JoinedWallet) => wallet.parts.some((part) => part.wallet.practice);
    const isPaired = (wallet: JoinedWallet) =>
      !isPractice(wallet) && wallet.parts.some((part) => isOnPhone(part.wallet));
    renderPhone(joined.filter(isPaired), factsOf, showing);
    renderPractice(joined.filter(isPractice), factsOf, showing);
    renderApps(joinAbsent(absent.filter(({ wallet }) => isOpenable(wallet))), factsOf, isOpen);
    renderGet(joinAbsent(absent.filter(({ wallet }) => !isOpenable(wallet))), factsOf, isOpen);
    if (!isOn) return lists;
    const taken = new Set(
      [...absent, ...single.flatMap((wallet) => wallet.parts)].map(({ wallet }) => wallet),
    );
    return {
      ...lists,
      joined: lists.joined.filter((wallet) => !isPaired(wallet) && !isPractice(wallet)),
      alone: lists.alone.map(({ family, wallets }) => ({
        family,
        wallets: wallets.filter((wallet) => !taken.has(wallet)),
      })),
    };
  };
}

function isInstalled({ reach, practice }: WalletListing): boolean {
  return reach === 'installed' && !practice;
}

function isOnPhone({ reach }: WalletListing): boolean {
  return reach === 'pairing';
}

/** Adds a group for absent wallets, hidden while empty; returns the function that renders it. */
function mountAbsentGroup(
  add: (group: HTMLElement) => void,
  press: Press,
  rows: AssistParts['rows'],
  { name, title, aside = '' }: { name: string; title: string; aside?: string },
): (wallets: readonly JoinedWallet[], factsOf: (family: FamilyId) => JoinedFacts, isOpen: boolean) => void {
  const { group, list } = createGroup(name, title);
  const note = create('p', 'wallets-aside');
  const made = new Map<string, ReturnType<typeof createAbsentRow>>();
  let order: readonly string[] = [];
  note.textContent = aside;
  list.before(note);
  add(group);

  return (wallets, factsOf, isOpen) => {
    const all = new Map(wallets.map((wallet) => [wallet.identity, wallet]));
    for (const identity of made.keys()) if (!all.has(identity)) made.delete(identity);
    order = mergeOrder([...all.keys()], isOpen ? order : []);
    const elements = order.map((identity) => {
      const { parts } = all.get(identity) as JoinedWallet;
      const [first] = parts as [WalletPart];
      const known = made.get(identity);
      const isOfFirst = known?.family === first.family && known.walletId === first.wallet.id;
      const row = isOfFirst ? known : createAbsentRow(first, press, rows);
      made.set(identity, row);
      row.update(parts, factsOf);
      return row.element;
    });
    arrange(list, elements);
    group.hidden = elements.length === 0;
  };
}

/** A row of a wallet that is not here, with the marks of its families. A press concerns the first of them. */
function createAbsentRow(
  { family, wallet: { id } }: WalletPart,
  press: Press,
  { createWalletRow, toState }: AssistParts['rows'],
) {
  const row = createWalletRow(family, id, press);
  const marks = create('span', 'wallet-marks');
  marks.ariaHidden = 'true';
  row.element.lastElementChild?.before(marks);
  return {
    family,
    walletId: id,
    element: row.element,
    update(parts: readonly WalletPart[], factsOf: (family: FamilyId) => JoinedFacts): void {
      const [{ wallet }] = parts as [WalletPart];
      const facts = factsOf(family);
      const state = toState(wallet, facts);
      row.update({
        ...{ wallet, state, isRemembered: facts.remembered.includes(wallet) },
        note: state === 'open' ? '' : texts.getIt,
        word: state === 'open' ? texts.openApp : '',
      });
      row.element.dataset.networks = parts.map((part) => factsOf(part.family).title).join(' ');
      const drawn = [...marks.children] as HTMLElement[];
      if (String(drawn.map(({ dataset }) => dataset.family)) === String(parts.map((part) => part.family)))
        return;
      marks.replaceChildren(
        ...parts.map((part) => {
          const mark = create('span', 'glyph glyph-small');
          mark.dataset.family = part.family;
          return mark;
        }),
      );
    },
  };
}
