import type { Blocked } from '@linkspan/trust';
import type { Asked } from '../ask/asked.ts';
import { CommandError, UsageError } from '../command-error.ts';

/** A release as a block list names it: by its version, or by the id of its manifest. */
export type NamedRelease =
  | { readonly remote: string; readonly version: string }
  | { readonly remote: string; readonly manifest: string };

/** The release that is asked for. Throws `UsageError`. */
export function toNamedRelease(asked: Asked): NamedRelease {
  const remote = asked.word(0, 'REMOTE');
  const manifest = asked.one('manifest');
  if (manifest === undefined) return { remote, version: asked.word(1, 'VERSION') };
  if (asked.words[1] === undefined) return { remote, manifest };
  throw new UsageError('Give either VERSION or --manifest ID, not both.');
}

/** How people read the release, without its remote. */
export function nameOf(one: NamedRelease): string {
  return 'manifest' in one ? `manifest ${one.manifest}` : one.version;
}

/** The list with this release, whose former reason is replaced. */
export function withBlocked(before: readonly Blocked[], added: Blocked): readonly Blocked[] {
  return [...before.filter((one) => !isSame(one, added)), added];
}

/** The list without this release. Throws `command/not-blocked`. */
export function withoutBlocked(before: readonly Blocked[], named: NamedRelease): readonly Blocked[] {
  const kept = before.filter((one) => !isSame(one, named));
  if (kept.length < before.length) return kept;
  throw new CommandError('command/not-blocked', {
    remote: named.remote,
    release: nameOf(named),
    blocked: before.map((one) => `${one.remote} ${nameOf(one)}`).join(', ') || 'none',
  });
}

function isSame(one: NamedRelease, other: NamedRelease): boolean {
  return one.remote === other.remote && nameOf(one) === nameOf(other);
}
