/** The families, in the order of every page. */
export const families = ['evm', 'solana', 'near'] as const;

export type Family = (typeof families)[number];

/** How a page is found its way in, as CSS selectors. */
export interface Marks {
  /** The button that opens the list of wallets. */
  readonly button: string;
  readonly dialog: string;
  /** The row of a family's instant wallet. */
  readonly row: Readonly<Record<Family, string>>;
  /** Matches once the family is connected. */
  readonly connected: Readonly<Record<Family, string>>;
}

/** A page that is measured. */
export interface Subject {
  readonly name: string;
  /** Where a browser finds it: through the link. */
  readonly url: string;
  readonly marks: Marks;
  /** What the addresses of a family's own files begin with, where it has any. */
  readonly homes?: Readonly<Record<Family, readonly string[]>>;
}

function forEach(toSelector: (family: Family) => string): Record<Family, string> {
  return { evm: toSelector('evm'), solana: toSelector('solana'), near: toSelector('near') };
}

/** Of the pages that are written for comparison. */
export const pageMarks: Marks = {
  button: '[data-bench=button]',
  dialog: '[data-bench=dialog]',
  row: forEach((family) => `[data-bench-wallet=${family}]`),
  connected: forEach((family) => `[data-bench-card=${family}][data-status=connected]`),
};

/** Of the shell. Wallets that are not installed have rows too. */
export const shellMarks: Marks = {
  button: '[commandfor=connect]',
  dialog: '#connect',
  row: forEach((family) => `#connect [data-row][data-family=${family}]:not([data-state=get])`),
  connected: forEach((family) => `.card[data-family=${family}][data-status=connected]`),
};
