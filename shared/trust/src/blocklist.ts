import { list, Malformed, type Shape, text } from '@linkspan/contract';
import { readJson } from './format.ts';
import { count, hash, openRecord, remoteName, semver } from './forms.ts';

/** A release that the host team does not let run, by its version or by its id. */
export type Blocked = { readonly remote: string; readonly reason: string } & (
  | { readonly version: string }
  | { readonly manifest: string }
);

/** The host team's own list of releases that must not run: `blocked.json` on the page's origin. It is not signed. */
export interface Blocklist {
  /** Rises with each change, so that an older file does not replace a newer one. */
  readonly version: number;
  readonly blocked: readonly Blocked[];
}

/** The list's name below the site. */
export const blocklistName = 'blocked.json';

export const mostBlocklistBytes = 64_000;

const common = { remote: remoteName, reason: text('a reason', (value) => value.trim() !== '', 300) };
const byVersion = openRecord({ ...common, version: semver });
const byManifest = openRecord({ ...common, manifest: hash });

/** An entry that names both is refused, since a reader could miss one of them. */
const blocked: Shape<Blocked> = (value, place) => {
  const isBy = (field: string) => typeof value === 'object' && value !== null && Object.hasOwn(value, field);
  if (isBy('version') && isBy('manifest'))
    throw new Malformed(`${place}.manifest`, 'left out beside version');
  return isBy('manifest') ? byManifest(value, place) : byVersion(value, place);
};

const blocklist: Shape<Blocklist> = openRecord({ version: count, blocked: list(blocked, 200) });

/** Parses a block list; returns the error if it is malformed. Never throws. */
export function parseBlocklist(bytes: Uint8Array): Blocklist | Malformed {
  try {
    return blocklist(readJson(bytes, mostBlocklistBytes, 'blocklist'), 'blocklist');
  } catch (error) {
    return error instanceof Malformed ? error : new Malformed('blocklist', 'a block list');
  }
}
