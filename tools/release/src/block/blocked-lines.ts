import type { Blocklist } from '@linkspan/trust';
import { toTable } from '../table.ts';
import { nameOf } from './named-release.ts';

/** What is blocked, as lines for people. */
export function toBlockedLines({ blocked }: Blocklist): readonly string[] {
  if (blocked.length === 0) return ['Nothing is blocked.'];
  return toTable(
    ['remote', 'blocked', 'reason'],
    // What nobody has verified must not write anything but a line.
    blocked.map((one) => [one.remote, nameOf(one), one.reason.replace(/\p{Cc}+/gu, ' ')]),
  );
}
