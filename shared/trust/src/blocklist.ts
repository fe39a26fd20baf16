import { LinkspanError, list, Misshapen, type Shape, text } from '@linkspan/contract';
import type { Format } from './format.ts';
import { count, hash, instant, openRecord, remoteName, semver } from './forms.ts';
import { assertFillable, type Keys, keysShape, type Role, roleShape } from './key.ts';

/** A release that the host team does not let run, by its version or by its id. */
export type Blocked = { readonly remote: string; readonly reason: string } & (
  | { readonly version: string }
  | { readonly manifest: string }
);

/** The host team's own list of releases that must not run. */
export interface Blocklist {
  readonly version: number;
  /** ISO 8601. */
  readonly expiresAt: string;
  readonly blocked: readonly Blocked[];
}

/** The keys of the host team, which its page carries. They are rotated by a new page. */
export interface HostKeys {
  readonly keys: Keys;
  readonly role: Role;
}

const common = { remote: remoteName, reason: text('a reason', (value) => value.trim() !== '', 300) };
const byVersion = openRecord({ ...common, version: semver });
const byManifest = openRecord({ ...common, manifest: hash });

/** What names both is refused, since a reader could miss one of them. */
const blocked: Shape<Blocked> = (value, place) => {
  const isBy = (field: string) => typeof value === 'object' && value !== null && Object.hasOwn(value, field);
  if (isBy('version') && isBy('manifest'))
    throw new Misshapen(`${place}.manifest`, 'left out beside version');
  return isBy('manifest') ? byManifest(value, place) : byVersion(value, place);
};

export const blocklistFormat: Format<Blocklist> = {
  name: 'blocklist',
  payloadType: 'application/vnd.linkspan.blocklist.v1+json',
  mostBytes: 64_000,
  shape: openRecord({ version: count, expiresAt: instant, blocked: list(blocked, 200) }),
};

const hostKeys: Shape<HostKeys> = openRecord({ keys: keysShape, role: roleShape });

/** The host team's keys, from unknown. Throws `config/malformed` with the place, which begins with `place`. */
export function parseHostKeys(value: unknown, place: string): HostKeys {
  try {
    const found = hostKeys(value, place);
    assertFillable(found.keys, found.role, `${place}.role`);
    return found;
  } catch (cause) {
    if (!(cause instanceof Misshapen)) throw cause;
    throw new LinkspanError('config/malformed', { place: cause.place, expected: cause.expected }, { cause });
  }
}
