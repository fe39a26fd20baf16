import type { Activity } from '../commands/shell.ts';
import type { FamilyConfig } from '../config.ts';
import { t } from './texts/t.ts';
import { sayOutcome } from './transactions/say-outcome.ts';

/**
 * What is new in the activity, for a screen reader: what was just done here, else how a send has ended. What an earlier
 * page has done is no news. Undefined if there is none.
 */
export function sayActivity(
  families: readonly FamilyConfig[],
  before: readonly Activity[],
  now: readonly Activity[],
): string | undefined {
  for (const entry of now) {
    const family = families.find(({ id }) => id === entry.family);
    const known = before.find(({ id }) => id === entry.id);
    const said = family && (known ? sayChange(entry, known, family) : sayDone(entry, family));
    if (said) return said;
  }
  return undefined;
}

function sayDone(entry: Activity, { title: family }: FamilyConfig): string | undefined {
  if (entry.kind === 'signed')
    return t(entry.signed.isVerified ? 'told.signed' : 'told.unverified', { family });
  const { outcome } = entry;
  if (entry.isEarlier || outcome.state === 'unknown') return undefined;
  const awaits = outcome.state === 'sent' && outcome.awaits;
  return t(awaits ? 'told.owners' : 'told.sent', { family });
}

function sayChange(entry: Activity, known: Activity, config: FamilyConfig): string | undefined {
  if (entry.kind !== 'sent' || known.kind !== 'sent') return undefined;
  if (entry.outcome.state === known.outcome.state) return undefined;
  // One that was cancelled on the page may be sent late.
  if (entry.outcome.state === 'sent')
    return known.outcome.state === 'unknown' ? sayDone(entry, config) : undefined;
  const { word, advice = '' } = sayOutcome(entry, config, entry.at);
  return t('told.ended', { family: config.title, word, advice }).trim();
}
