import type { Failure } from './failure.ts';

/** Which release of a remote serves a family. */
export interface ReleaseRef {
  readonly remote: string;
  /** Semantic version, or `dev` for what a development server serves. */
  readonly version: string;
  /** Of the visitors, in whole percent. Only a release whose signatures were verified has one. */
  readonly share?: number;
  /** The version that would serve, had it not failed in this browser; `code` is how. */
  readonly insteadOf?: { readonly version: string; readonly code: string };
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
      readonly step: 'again' | 'reload';
    };

/** What has become of the release that a page has chosen. */
export type Standing =
  | { readonly state: 'current' }
  /** Another release is live for this visitor; a reload brings it. */
  | { readonly state: 'superseded'; readonly version: string }
  /** It may not sign any more: `release/withdrawn`, `release/revoked`, `release/blocked` and the like. */
  | { readonly state: 'stopped'; readonly failure: Failure };
