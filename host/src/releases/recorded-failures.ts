import { storagePrefix } from '../storage.ts';

/**
 * What this browser holds against a release: that it failed here, or a mark that it was about to run, which whoever
 * finds it takes for a page that never came to its end.
 */
export interface RecordedFailure {
  /** Of the release's manifest. */
  readonly id: string;
  readonly version: string;
  readonly stage: string;
  /** Why it is not run: `release/quarantined` for a mark. */
  readonly code: string;
  /**
   * Of the page that made the mark. The same tab uses it 17 s before `from`, since it has no other page: that is three
   * after it was made or renewed, as a page that was left in good order may take its mark back a little late.
   */
  readonly page?: string;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
}

const sooner = 17_000;

/** What the keys of a remote's recorded failures begin with. */
export function toFailurePrefix(remote: string): string {
  return `${storagePrefix}charge:${remote}:`;
}

/** Where it is kept until when a remote is suspected of having ended a page, in milliseconds since 1970. */
export function toSuspectKey(remote: string): string {
  return `${storagePrefix}suspect:${remote}`;
}

/** Where a tab keeps which page it shows. */
export const pageKey = `${storagePrefix}page`;

/**
 * The failures recorded for a remote's releases that hold now. Where a page has left marks against more than `most` remotes,
 * nobody knows which of them it was, and none is charged. What cannot be read is as if there were none.
 */
export function readRecordedFailures(remote: string, now: number, most = 1): readonly RecordedFailure[] {
  try {
    const all = Object.keys(localStorage);
    const own = all.filter((key) => key.startsWith(toFailurePrefix(remote)));
    // Most often there is none, and a browser takes its time to open a storage.
    const before = own[0] && sessionStorage.getItem(pageKey);
    return own
      .map((key) => JSON.parse(localStorage.getItem(key) ?? '') as RecordedFailure)
      .filter(
        ({ page, from, until }) =>
          now < until &&
          now >= from - (page === before ? sooner : 0) &&
          all.filter((key) => key.endsWith(`:${page}`)).length <= most,
      );
  } catch {
    return [];
  }
}
