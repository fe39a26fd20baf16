import type { Failure } from './failure.ts';

/** Which release of a remote serves a family. */
export interface ReleaseRef {
  readonly remote: string;
  /** Semantic version, or `dev` for what a development server serves. */
  readonly version: string;
}

/** How far the page has come with a remote. */
export type RemoteState =
  | { readonly stage: 'pending' }
  /** Its discovery lists wallets; its connector is not needed yet. */
  | { readonly stage: 'listed'; readonly release: ReleaseRef }
  | { readonly stage: 'mounting'; readonly release: ReleaseRef }
  | { readonly stage: 'mounted'; readonly release: ReleaseRef }
  | {
      readonly stage: 'failed';
      readonly failure: Failure;
      readonly release?: ReleaseRef;
      /** `again`: the same page can try once more. `reload`: only a fresh page can. */
      readonly mend: 'again' | 'reload';
    };
