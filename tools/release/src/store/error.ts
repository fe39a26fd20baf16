import type { StoreCode, StoreContext } from './codes.ts';
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
