import { dayMs } from '../documents/instant.ts';
import type { RemoteState } from '../documents/read-state.ts';
import { toDistance } from './time-texts.ts';
import type { Warning } from './warning.ts';

/** How long before its expiry a document is warned of. */
const liveWarningMs = 3 * dayMs;
const rootWarningMs = 30 * dayMs;

/** What of a remote expires soon. What has expired is refused already. `now` in milliseconds since 1970. */
export function warnOfExpiry({ remote, until, rootUntil }: RemoteState, now: number): readonly Warning[] {
  const warnings: Warning[] = [];
  if (until !== undefined && isWithin(until, now, liveWarningMs))
    warnings.push({
      remote,
      code: 'warning/live-expires',
      sentence: `The live document of ${remote} expires ${toDistance(until, now)}, at ${until}. Run “npm run release -- refresh ${remote}”, and see why it does not run daily.`,
    });
  if (rootUntil !== undefined && isWithin(rootUntil, now, rootWarningMs))
    warnings.push({
      remote,
      code: 'warning/root-expires',
      sentence: `The root of ${remote} expires ${toDistance(rootUntil, now)}, at ${rootUntil}. Its people should run “npm run release -- root rotate ${remote}”, sign and publish.`,
    });
  return warnings;
}

function isWithin(instant: string, now: number, ms: number): boolean {
  const leftMs = Date.parse(instant) - now;
  return leftMs > 0 && leftMs <= ms;
}
