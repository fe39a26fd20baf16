import type { Family, Marks } from './subject.ts';

/** What the visitor does. But for choosing, it is done in the moment in which it becomes possible. */
export interface Actions {
  /** Opens the list. */
  readonly opens: boolean;
  /** Presses the row of this family's wallet, which approves at once. */
  readonly picks?: Family;
  /** Presses it as a person does: see `choose`. */
  readonly chooses?: Family;
  /** Waits for a wallet to come back by itself, out of one of these files at least. */
  readonly awaits?: { readonly family: Family; readonly anyOf: readonly string[] };
}

/** The family that is connected in the end, where one is. */
export function familyOf({ awaits, picks, chooses }: Actions): Family | undefined {
  return awaits?.family ?? picks ?? chooses;
}

/** How a page is watched. */
export interface Watching {
  readonly marks: Marks;
  readonly actions: Actions;
}

/** When what was seen, in milliseconds from the beginning of the navigation. */
export interface Sight {
  buttonMs?: number;
  /** The open dialog draws a wallet of every family, which may be known from an earlier visit. */
  drawnMs?: number;
  /** The open dialog shows a wallet of every family. */
  listMs?: number;
  connectedMs?: Partial<Record<Family, number>>;
  /** Of every task that has kept the page busy for more than 50 ms. */
  longTasks?: [startMs: number, durationMs: number][];
}

/** A time that a visit can wait for. */
export type TimeName = 'button' | 'list' | 'connected';

/** What `watch` notes is on the page's `sight`. */
export type Watched = typeof globalThis & { sight: Sight };

/**
 * Watches a page from before its scripts, does the actions, and notes the times. `tell` hears the name of each as soon as
 * it is noted: nobody has to ask the page meanwhile, which would cost it the time that is measured.
 */
export function watch({ marks, actions }: Watching, tell: (name: TimeName) => void): void {
  const sight: Sight = { connectedMs: {}, longTasks: [] };
  Object.assign(globalThis, { sight });
  // No question of style or layout: to answer it the page would have to do that work now, and not when it would.
  const find = (selector: string | undefined) => {
    if (selector === undefined) return undefined;
    const element = document.querySelector<HTMLElement>(selector);
    return element?.closest('[hidden]') === null ? element : undefined;
  };
  const wanted = familyOf(actions);
  let isPicked = false;

  function look(): void {
    const button = find(marks.button);
    if (button && sight.buttonMs === undefined) {
      sight.buttonMs = performance.now();
      tell('button');
    }
    if (actions.opens) open(button);
    if (wanted && sight.connectedMs?.[wanted] === undefined && find(marks.connected[wanted])) {
      sight.connectedMs = { [wanted]: performance.now() };
      tell('connected');
    }
  }

  function open(button: HTMLElement | undefined): void {
    // Who has chosen a wallet is done with the list, which may not have been full yet.
    if (isPicked) return;
    const dialog = document.querySelector<HTMLDialogElement>(marks.dialog);
    if (button && !dialog?.open && sight.listMs === undefined) button.click();
    if (dialog?.open) lookIntoList();
  }

  function lookIntoList(): void {
    if (Object.values(marks.drawn ?? marks.row).every(find)) sight.drawnMs ??= performance.now();
    if (sight.listMs === undefined && Object.values(marks.row).every(find)) {
      sight.listMs = performance.now();
      tell('list');
    }
    const row = actions.picks && find(marks.row[actions.picks]);
    if (!row) return;
    isPicked = true;
    row.click();
  }

  new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) sight.longTasks?.push([startTime, duration]);
  }).observe({ type: 'longtask', buffered: true });
}
