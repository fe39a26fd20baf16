import { type FamilyId, format, isolate, type View } from '@linkspan/contract';
import { openStorage } from '../../storage.ts';
import { frameTexts } from '../texts/en-on-demand.ts';
import { create, say } from './elements.ts';
import { listedPrefix, storeListed } from './stored-wallets.ts';
import { mountSuggestions } from './suggestions.ts';
import type { Assist, WalletDialog } from './wallet-dialog.ts';

/** Adds to the dialog its search, its keys, and the list for the next visit; all can load later than the rows. */
export function assistDialog({
  element,
  view,
  retry,
  setAssist,
}: Pick<WalletDialog, 'setAssist'> & {
  readonly element: HTMLDialogElement;
  readonly view: View;
  /** Loads a family again that could not be loaded. */
  retry(family: FamilyId): void;
}): void {
  for (const family of view.families) {
    const again = create('button', 'wallets-again button button-small');
    again.type = 'button';
    again.textContent = searchTexts.again;
    again.onclick = () => retry(family);
    element.querySelector(`[data-group="${family}"]`)?.append(again);
    view.family(family).remote.subscribe((remote) => {
      again.hidden = remote.stage !== 'failed' || remote.step !== 'again';
    });
  }
  setAssist((parts) => {
    const { field, ...search } = mountSearch(element, parts.changed);
    moveByKeys(element, field);
    answerQuestions(element);
    // For browsers without `closedby`.
    element.addEventListener('click', ({ target }) => target === element && element.close());
    return { ...search, suggest: mountSuggestions(parts) };
  });
  storeListed(openStorage(listedPrefix), view);
}

/** A list of up to so many rows has no search. */
const fewRows = 8;

/** Adds a search field, and calls `changed` at each input. It appears and disappears only while the dialog is closed. */
function mountSearch(
  dialog: HTMLDialogElement,
  changed: () => void,
): Pick<Assist, 'isOn' | 'filter'> & { readonly field: HTMLInputElement } {
  const list = dialog.querySelector('.sheet-list') as HTMLElement;
  const box = create('label', 'search');
  const field = create('input');
  const none = create('p', 'wallets-hint');
  box.hidden = true;
  field.type = 'search';
  none.role = 'status';
  box.append(field);
  list.before(box);
  list.append(none);
  // The keyboard of a touch screen would cover the list.
  field.autofocus = matchMedia('(pointer: fine)').matches;
  field.oninput = changed;
  field.onkeydown = (event) => {
    if (event.key !== 'Escape' || !field.value) return;
    event.preventDefault();
    field.value = '';
    changed();
  };
  const toWanted = () => fold(field.value.trim());
  return {
    field,
    isOn({ joined, alone }) {
      const count = alone.reduce((sum, { wallets }) => sum + wallets.length, joined.length);
      if (!dialog.open) {
        box.hidden = count <= fewRows;
        field.value = '';
      }
      field.placeholder = field.ariaLabel = format(searchTexts.search, { count: String(count) });
      return toWanted() !== '';
    },
    filter() {
      const wanted = toWanted();
      list.toggleAttribute('data-searched', wanted !== '');
      const groups = [...list.querySelectorAll<HTMLElement>('.wallets')];
      const counts = groups.map((group) => filterRows(group, wanted));
      say(
        none,
        counts.some((count) => count > 0) || !wanted
          ? ''
          : format(searchTexts.none, { text: isolate(field.value.trim()) }),
      );
    },
  };
}

/** Fills the dialog's foot, which opens by a press. */
function answerQuestions(dialog: HTMLElement): void {
  for (const answer of frameTexts.answers) {
    const paragraph = create('p');
    paragraph.textContent = answer;
    dialog.querySelector('.sheet-foot')?.append(paragraph);
  }
}

/** Hides the rows that do not match, and with them their group; returns how many are left. */
function filterRows(group: HTMLElement, wanted: string): number {
  const rows = [...group.querySelectorAll<HTMLElement>('[data-row]')];
  // A wallet is found by its network too: of several, the row names them.
  const title = group.dataset.family && group.querySelector('h3')?.textContent;
  for (const row of rows) {
    const texts = [...row.querySelectorAll('b, .joined-part:not([hidden]) > .joined-title')].map(
      ({ textContent }) => textContent,
    );
    row.hidden ||= !fold([...texts, title, row.dataset.networks].join(' ')).includes(wanted);
  }
  const { length } = rows.filter(({ hidden }) => !hidden);
  if (wanted && length === 0) group.hidden = true;
  return group.hidden ? 0 : length;
}

/** Without accents and case. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/** Of rows that the search shows. */
const buttonsOfRows =
  '.wallets:not([hidden]) :is(.wallet:not([hidden]), .joined:not([hidden]) .joined-part:not([hidden]))';

type Target = HTMLElement | undefined;

/** Moves the focus by arrow keys, Home and End between the wallets’ buttons, and up into the search field. */
function moveByKeys(dialog: HTMLElement, field: HTMLElement): void {
  function move(event: KeyboardEvent): void {
    const from = event.target as Node;
    const buttons = [...dialog.querySelectorAll<HTMLElement>(buttonsOfRows)];
    const isOn = (side: number) => (button: Node) => (from.compareDocumentPosition(button) & side) > 0;
    const moves: Readonly<Record<string, () => Target>> = {
      ArrowDown: () => buttons.find(isOn(Node.DOCUMENT_POSITION_FOLLOWING)),
      ArrowUp: () => buttons.findLast(isOn(Node.DOCUMENT_POSITION_PRECEDING)) ?? field,
      // In a text they move within it.
      Home: () => (from === field ? undefined : buttons[0]),
      End: () => (from === field ? undefined : buttons.at(-1)),
    };
    // In the filter, too.
    const isOwn = event.isComposing || (from as Element).matches('[type=radio]');
    const target = isOwn ? undefined : moves[event.key]?.();
    if (target === undefined) return;
    event.preventDefault();
    target.focus();
  }
  dialog.addEventListener('keydown', move);
}

/** Texts of the search. */
const searchTexts = {
  search: 'Search {count} wallets',
  again: 'Try again',
  none: 'No wallet called “{text}”',
} as const;
