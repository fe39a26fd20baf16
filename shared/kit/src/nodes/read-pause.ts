import { leastNodePauseMs, mostNodePauseMs, usualNodePauseMs } from '../limits.ts';

/**
 * For how long a node wants not to be asked, in milliseconds: one second to one minute, whatever it says; undefined
 * where it does not ask for a pause. RFC 9110, "Retry-After"; RFC 6585, "429 Too Many Requests".
 */
export function readPauseMs(
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  now: number,
): number | undefined {
  const said = headers.get('retry-after');
  if (status !== 429 && (status !== 503 || said === null)) return undefined;
  const asked = said === null ? usualNodePauseMs : toMs(said, now);
  return Math.min(mostNodePauseMs, Math.max(leastNodePauseMs, asked));
}

/** Seconds, or a date. */
function toMs(said: string, now: number): number {
  if (/^\s*\d+\s*$/.test(said)) return Number(said) * 1_000;
  const at = Date.parse(said);
  return Number.isNaN(at) ? usualNodePauseMs : at - now;
}
