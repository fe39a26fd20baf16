/** The families that the bench has wallets for, in the order of every page. */
export const families = ['evm', 'solana', 'near'] as const;

export type Family = (typeof families)[number];

/** CSS selectors of a page. */
export interface Marks {
  /** The button that opens the list of wallets. */
  readonly button: string;
  readonly dialog: string;
  /** The row of a family's wallet in the dialog: pressable, or drawn from an earlier visit. */
  readonly row: Readonly<Record<Family, string>>;
  readonly drawn: Readonly<Record<Family, string>>;
  /** A family's card, which shows the account, and the state that matches once it is connected. */
  readonly card: Readonly<Record<Family, string>>;
  readonly connected: string;
  /** Within the card: the button that sends, once it is enabled. */
  readonly send: string;
}

/** An account of a wallet, as plain data that can be written into a script. */
export interface Accounts {
  /** `chainId` in hex. */
  readonly evm: { readonly address: string; readonly chainId: string };
  readonly solana: {
    readonly address: string;
    readonly publicKey: readonly number[];
    readonly chain: string;
  };
  readonly near: { readonly accountId: string; readonly publicKey: string };
}

/** The settings of one visit, on `globalThis.bench` before the scripts of the page. */
export interface Settings {
  readonly origin: string;
  readonly marks: Marks;
  readonly accounts: Accounts;
  /** How long after the request a wallet approves. */
  readonly approvesAfterMs: number;
}

/** What a visit notes, in milliseconds from the navigation. Of families, the first time of each. */
export interface Notes {
  buttonMs?: number;
  /** The application shows itself. */
  shownMs?: number;
  /** The open dialog draws a wallet of every family. */
  drawnMs?: number;
  /** The open dialog has a wallet of every family that can be pressed. */
  listMs?: number;
  /** The dialog is open. */
  openedMs?: number;
  readonly approved: Partial<Record<Family, number>>;
  readonly account: Partial<Record<Family, number>>;
  readonly connected: Partial<Record<Family, number>>;
  readonly send: Partial<Record<Family, number>>;
}

/** The page calls this function of the browser with each new note, as the JSON of `Told`. */
export const tellBinding = 'benchTell';

/** What a page tells: `button` once it can be pressed and has been painted, with its middle in pixels of the window. */
export interface Told {
  readonly noted: Noted;
  readonly middle?: Point;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Of a page, or of a family's card. */
export type Noted = 'button' | 'shown' | 'list' | `${'account' | 'connected' | 'send'}-${Family}`;
