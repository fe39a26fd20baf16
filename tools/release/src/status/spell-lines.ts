import { toTable } from '../table.ts';
import type { LiveSpell } from './read-spells.ts';
import { toShortTime } from './time-texts.ts';

/** What was live when, as a table for people. */
export function toSpellLines(
  spells: readonly LiveSpell[],
  {
    remote,
    now,
    nameOf,
  }: { readonly remote: string; readonly now: number; readonly nameOf: (keyid: string) => string },
): readonly string[] {
  if (spells.length === 0) return [`Nothing of ${remote} was ever live.`];
  const rows = spells.map(({ version, since, until, keyids, releases }) => [
    toShortTime(since, now),
    until === undefined ? 'now' : toShortTime(until, now),
    releases.map((one) => `${one.version} for ${one.share} %`).join(', ') || 'nothing, it was withdrawn',
    keyids.map(nameOf).join(' '),
    `${version}`,
  ]);
  return toTable(['since', 'until', 'live', 'by', 'document'], rows);
}
