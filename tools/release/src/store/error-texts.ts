import { format, type Template } from '@linkspan/contract';
import type { StoreCode } from './codes.ts';
import type { StoreError } from './error.ts';

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
    title: '{path} is being written by someone else',
    advice: 'Nothing was written. Wait for {holder} to finish, then run this again.',
  },
  'store/failed': {
    title: '{store} could not do this',
    advice: 'It says: {detail}. Mend that and run this again; what is done stays done.',
  },
};

/** The texts of a store's failure, filled in. */
export function explainStore({ code, context }: StoreError): StoreText {
  const { title, advice } = storeTexts[code];
  return { title: format(title, context), advice: format(advice, context) };
}
