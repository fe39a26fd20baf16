import { Refusal } from '../errors.ts';

/** That the environment lacks what leads into a store, such as its key. */
export function toNoCredentials(store: string, expected: string, cause: unknown): Refusal {
  const sentence = `The environment does not lead into ${store}. Set ${expected}, then run this again.`;
  return new Refusal('store/credentials', sentence, { cause });
}

/** That a store writes although its condition is not met; `proof` is what it did. */
export function toUnconditional(store: string, proof: string, cause?: unknown): Refusal {
  return new Refusal(
    'store/unconditional',
    `${store} cannot be used: two publishers could overwrite each other there. It was asked to write on a condition only, but it ${proof}. Use a store that honors If-Match and If-None-Match.`,
    { cause },
  );
}

/** That others kept writing until our patience ended; `holder` is who, or the file that they made for it. */
export function toBusy(path: string, holder: string): Refusal {
  return new Refusal(
    'store/busy',
    `${path} is being written by someone else (${holder}). Nothing was written. Wait a moment, then run this again. If nobody is at it, a publisher was stopped there: remove that file.`,
  );
}

/** A bucket or container that is not there, one that refuses us, one that cannot be reached, or anything else. */
export type StoreFailure = 'store/missing' | 'store/refused' | 'store/unreachable' | 'store/failed';

/** A failure of a store; `detail` is its own word. */
export function toStoreFailure(
  code: StoreFailure,
  { store, detail, cause }: { readonly store: string; readonly detail: string; readonly cause: unknown },
): Refusal {
  return new Refusal(code, sentences[code](store, detail), { cause });
}

const sentences: { readonly [C in StoreFailure]: (store: string, detail: string) => string } = {
  'store/missing': (store) =>
    `${store} does not exist. Create it, or correct the store’s address. Nothing was written.`,
  'store/refused': (store, detail) =>
    `${store} refused the request. It says: ${detail}. Give this key the right to list, read, write and delete there, then run this again.`,
  'store/unreachable': (store, detail) =>
    `${store} could not be reached. It says: ${detail}. Check the connection and run this again; what is done stays done.`,
  'store/failed': (store, detail) =>
    `${store} could not do this. It says: ${detail}. Fix that and run this again; what is done stays done.`,
};
