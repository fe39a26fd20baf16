import type { LivePayload } from '@linkspan/trust';
import type { Asked } from '../ask/asked.ts';
import { openLiveChanger, toLiveOutcome } from '../ask/live-change.ts';
import { CommandError } from '../command-error.ts';
import { assertOwnLive } from '../documents/assert-own-live.ts';
import { dayMs } from '../documents/instant.ts';
import type { Means } from '../means.ts';
import { toDistance } from '../status/time-texts.ts';
import { warnOfExpiry } from '../status/warn-of-expiry.ts';
import type { Warning } from '../status/warning.ts';
import { tryAnew } from '../try-anew.ts';
import type { Outcome } from '../verb.ts';

/** A refresh that was done, and what somebody should see to. */
export interface Refreshed extends Outcome {
  readonly expiresAt: string;
  readonly warnings: readonly Warning[];
}

/** A schedule that runs daily may be late by as much again. */
const lateMs = 2 * dayMs;

/**
 * Signs what is live of a remote anew. One that loses against another change reads again, once: it has nothing of its
 * own to say. Rejects with `command/not-live`, and with what `assertOwnLive` and `changeLive` reject with.
 */
export async function refreshRemote(asked: Asked, means: Means, remote: string): Promise<Refreshed> {
  const changer = await openLiveChanger(asked, means, remote);
  const found: { rootUntil?: string; last?: LivePayload } = {};
  const change = () =>
    changer.change(async (before) => {
      const { root, now } = before;
      if (now === undefined) throw new CommandError('command/not-live', { remote });
      await assertOwnLive(before);
      found.rootUntil = root.expiresAt;
      found.last = now.live;
      return now.live.releases;
    });
  const live = await tryAnew(change, { isLost, tries: 2 });
  const { rootUntil, last } = found;
  const now = means.now();
  const { lines, facts } = toLiveOutcome(changer, live);
  const warnings = [
    ...warnOfExpiry({ remote, state: 'live', ...(rootUntil !== undefined && { rootUntil }) }, now),
    ...warnOfLateness(last, now),
  ];
  return { lines, facts: { ...facts, warnings }, expiresAt: live.expiresAt, warnings };
}

function isLost(error: unknown): boolean {
  return error instanceof CommandError && error.code === 'command/lost-race';
}

function warnOfLateness(last: LivePayload | undefined, now: number): readonly Warning[] {
  if (last === undefined || now - Date.parse(last.issuedAt) < lateMs) return [];
  const { remote, issuedAt } = last;
  const sentence = `The live document of ${remote} was signed last ${toDistance(issuedAt, now)}. See why this does not run daily.`;
  return [{ remote, code: 'warning/late', sentence }];
}
