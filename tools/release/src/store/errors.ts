import { format, type Template } from '@linkspan/contract';
import type { StoredFile } from './store.ts';

/** Why a store did not do what it was asked. Match on `code`. */
export class StoreError<C extends StoreCode = StoreCode> extends Error {
  override readonly name: string = 'StoreError';
  readonly code: C;
  readonly context: StoreContext<C>;

  constructor(code: C, context: StoreContext<C>, options?: { cause?: unknown }) {
    super(`${code} ${JSON.stringify(context)}`, options);
    this.code = code;
    this.context = context;
  }
}

/** Another publisher was first. Nothing was written; `now` is what is there instead, or undefined if nothing is. */
export class StoreConflict extends StoreError<'store/exists' | 'store/changed'> {
  override readonly name = 'StoreConflict';
  readonly now: StoredFile | undefined;

  constructor(code: 'store/exists' | 'store/changed', path: string, now: StoredFile | undefined) {
    super(code, { path });
    this.now = now;
  }
}

/** Every code of a store, with the names of what its context holds. Codes are only ever added. */
export const storeCodes = {
  /** The store's address is not one; `place` is the part that is wrong. */
  'store/address': ['place', 'expected'],
  /** Nothing in the environment lets us in. */
  'store/credentials': ['store', 'expected'],
  /** The bucket or container is not there. */
  'store/missing': ['store'],
  /** The store knows us and says no. */
  'store/refused': ['store', 'detail'],
  'store/unreachable': ['store', 'detail'],
  /** The store writes although its condition is not met; `proof` is what it did. */
  'store/unconditional': ['store', 'proof'],
  /** A path that not every store can hold. */
  'store/path': ['path', 'expected'],
  /** Something is there already. */
  'store/exists': ['path'],
  /** What was read is not there any more: another publisher was first. */
  'store/changed': ['path'],
  /** Others kept writing until our patience ended; `holder` is who, or the file that they made for it. */
  'store/busy': ['path', 'holder'],
  /** Anything else; `detail` is the store's own word. */
  'store/failed': ['store', 'detail'],
} as const;

/** The code of a failure of a store. */
export type StoreCode = keyof typeof storeCodes;

/** What the error of this code tells besides its code. */
export type StoreContext<C extends StoreCode> = C extends StoreCode
  ? { readonly [N in (typeof storeCodes)[C][number]]: string }
  : never;

/** What happened, and what the publisher can do now. */
export interface StoreText {
  readonly title: Template;
  readonly advice: Template;
}

/** One text per code. A code without a text does not compile. */
export const storeTexts: { readonly [C in StoreCode]: StoreText } = {
  'store/address': {
    title: 'The store’s address has a mistake: {place}',
    advice: 'It should be {expected}.',
  },
  'store/credentials': {
    title: 'There is no key for {store}',
    advice: 'Set {expected}, then run this again.',
  },
  'store/missing': {
    title: '{store} does not exist',
    advice: 'Create it, or correct the store’s address. Nothing was written.',
  },
  'store/refused': {
    title: '{store} refused the request',
    advice:
      'It says: {detail}. Give this key the right to list, read, write and delete there, then run this again.',
  },
  'store/unreachable': {
    title: '{store} could not be reached',
    advice: 'It says: {detail}. Check the connection and run this again; what is done stays done.',
  },
  'store/unconditional': {
    title: '{store} cannot be used: two publishers could overwrite each other there',
    advice:
      'It was asked to write on a condition only, but it {proof}. Use a store that honours If-Match and If-None-Match.',
  },
  'store/path': {
    title: '{path} cannot be the path of a file in a store',
    advice: 'It should be {expected}. Rename the file and build again.',
  },
  'store/exists': {
    title: '{path} is already there',
    advice: 'It was left as it is. Look at what is there; a new version gets a path of its own.',
  },
  'store/changed': {
    title: '{path} was changed by someone else meanwhile',
    advice: 'Nothing was written. Look at what is there now, then run this again.',
  },
  'store/busy': {
    title: '{path} is being written by someone else ({holder})',
    advice:
      'Nothing was written. Wait a moment, then run this again. If nobody is at it, a publisher was stopped there: remove that file.',
  },
  'store/failed': {
    title: '{store} could not do this',
    advice: 'It says: {detail}. Fix that and run this again; what is done stays done.',
  },
};

/** The texts of a store's failure, filled in. */
export function explainStore({ code, context }: StoreError): StoreText {
  const { title, advice } = storeTexts[code];
  return { title: format(title, context), advice: format(advice, context) };
}
