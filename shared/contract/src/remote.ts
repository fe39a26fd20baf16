import type { Failure } from './failure.ts';

/** The release of a remote that runs for a family. */
export interface ReleaseRef {
  readonly remote: string;
  /** Semantic version, or `dev` for what a development server serves. */
  readonly version: string;
  /** Of the visitors, in whole percent. Only a release whose signatures were verified has one. */
  readonly share?: number;
  /** The npm package that it came in with the page: `@linkspan/remote-evm`. */
  readonly package?: string;
  /** The version that failed in this browser with `code`, so that this one runs instead. */
  readonly insteadOf?: { readonly version: string; readonly code: string };
}

/** The state of a remote in the page. */
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

/** The status of the release that a page has chosen. */
export type ReleaseStatus =
  | { readonly state: 'current' }
  /** Another release is live for this visitor; a reload brings it. */
  | { readonly state: 'superseded'; readonly version: string }
  /** It may not sign any more: `release/withdrawn`, `release/revoked`, `release/blocked` and the like. */
  | { readonly state: 'stopped'; readonly failure: Failure };

/**
 * The contract that this build of host or remote was written against: `major.minor`.
 * A minor adds, a major may take away.
 */
export const contractVersion = '2.0';

/** Whether a host that offers `offered` can run a remote that needs `needed` (both `major.minor`). */
export function fitsContract(needed: string, offered: string): boolean {
  // The same major, whichever it is.
  const minors = /^(\d{1,4})\.(\d{1,4}) \1\.(\d{1,4})$/.exec(`${needed} ${offered}`);
  return minors !== null && Number(minors[2]) <= Number(minors[3]);
}

/** Whether a version lies in a caret range such as `^19.0.0`: Semantic Versioning, as npm reads it. */
export function fitsRange(range: string, version: string): boolean {
  const [needs, has] = [range.slice(1), version].map((one) => one.split(/[.-]/, 3).map(Number)) as [
    number[],
    number[],
  ];
  const at = needs.findIndex((part, index) => part !== has[index]);
  // The first part that is not 0 may not differ: below 1.0.0 a minor may break, below 0.1.0 a patch may.
  const fixed = needs.findIndex(Boolean);
  return at < 0 || (fixed >= 0 && at > fixed && Number(has[at]) > Number(needs[at]));
}
