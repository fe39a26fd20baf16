/** The families that wallets stand in for, in the order of every page. */
export const families = ['evm', 'solana', 'near'] as const;

export type Family = (typeof families)[number];

/** How a page is found its way in, as CSS selectors. */
export interface Marks {
  /** The button that opens the list of wallets. */
  readonly button: string;
  readonly dialog: string;
  /** What connects a family's instant wallet, for each family that the page has: its row, or a button in that. */
  readonly row: Readonly<Record<string, string>>;
  /** The same row from the moment that it is drawn, which may be before its wallet is listed; `row` where there is none. */
  readonly drawn?: Readonly<Record<string, string>>;
  /** Matches once the family is connected. */
  readonly connected: Readonly<Record<string, string>>;
}

/** A page that is measured. */
export interface Subject {
  readonly name: string;
  /** Where a browser finds it: through the link. */
  readonly url: string;
  readonly marks: Marks;
  /** What the addresses of a family's own files begin with, where it has any. */
  readonly homes?: Readonly<Record<string, readonly string[]>>;
}

/** Of the pages that are written for comparison. */
export const pageMarks: Marks = {
  button: '[data-bench=button]',
  dialog: '[data-bench=dialog]',
  row: forEach(families, (family) => `[data-bench-wallet=${family}]`),
  connected: forEach(families, (family) => `[data-bench-card=${family}][data-status=connected]`),
};

/**
 * Of a shell with these families, by their ids. Wallets that are not installed are listed too, and a wallet of several
 * families has one row with a button for each.
 */
export function toShellMarks(ids: readonly string[]): Marks {
  return {
    button: '[commandfor=connect]',
    dialog: '#connect',
    row: forEach(ids, (id) => `#connect [data-wallet][data-family=${id}]:not([data-state=get])`),
    drawn: forEach(ids, (id) => `#connect [data-row][data-family=${id}]:not([data-state=get])`),
    connected: forEach(ids, (id) => `.card[data-family=${id}][data-status=connected]`),
  };
}

function forEach(ids: readonly string[], toSelector: (id: string) => string): Record<string, string> {
  return Object.fromEntries(ids.map((id) => [id, toSelector(id)]));
}
