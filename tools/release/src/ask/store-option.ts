import type { Means } from '../means.ts';
import type { Store } from '../store/store.ts';
import type { Options } from '../verb.ts';
import type { Asked } from './asked.ts';

const byDefault = 'file:.linkspan/store';

/** The option that says which store is meant. */
export const storeOption: Options = {
  store: {
    value: 'ADDRESS',
    text: `file:…, s3://… or azure://…; else LINKSPAN_STORE, else ${byDefault}`,
  },
};

/** The option of a verb that writes. */
export const dryRunOption: Options = {
  'dry-run': { text: 'check everything and say what would be done, but write nothing' },
};

/** Opens the store that is meant. Throws `store/address`, `store/credentials`. */
export function openAskedStore(asked: Asked, { env, openStore }: Means): Promise<Store> {
  return openStore(asked.one('store') ?? env.LINKSPAN_STORE ?? byDefault);
}
