import type { Asked } from '../ask/asked.ts';
import { dayMs, toInstant } from '../documents/instant.ts';
import { explainError } from '../explain-error.ts';
import type { Means } from '../means.ts';
import type { Outcome } from '../verb.ts';
import { type Refreshed, refreshRemote } from './refresh-remote.ts';

interface Failed {
  readonly remote: string;
  readonly code: string;
  readonly sentence: string;
}

/**
 * Refreshes remotes one after the other. What goes wrong with one does not keep the others, and is told at the end; with
 * a single one it is the end. Rejects with what nobody foresaw.
 */
export async function refreshAll(asked: Asked, means: Means, remotes: readonly string[]): Promise<Outcome> {
  const done: Refreshed[] = [];
  const failed: Failed[] = [];
  for (const [index, remote] of remotes.entries()) {
    means.progress(`Refreshing ${remote}, ${index + 1} of ${remotes.length}`);
    try {
      done.push(await refreshRemote(asked, means, remote));
    } catch (error) {
      const end = explainError(error);
      if (end === undefined || remotes.length === 1) throw error;
      failed.push({ remote, code: end.code, sentence: end.sentence });
    }
  }
  const dueAt = toInstant(means.now() + dayMs);
  const warnings = done.flatMap((one) => one.warnings);
  return {
    lines: [
      ...done.flatMap(({ lines }) => lines),
      ...failed.map(({ remote, code, sentence }) => `${remote} was not refreshed: ${sentence} (${code})`),
      ...warnings.map(({ sentence }) => sentence),
      ...toNext(done, dueAt),
    ],
    facts: {
      remotes: done.map(({ facts }) => facts),
      failed,
      warnings,
      dueAt,
      isWritten: !asked.has('dry-run'),
    },
    exitCode: failed.length > 0 || (asked.has('strict') && warnings.length > 0) ? 1 : 0,
  };
}

function toNext(done: readonly Refreshed[], dueAt: string): readonly string[] {
  const [first] = done.map(({ expiresAt }) => expiresAt).sort();
  if (first === undefined) return [];
  return [`Next refresh: by ${dueAt}. Without one, pages refuse at ${first}.`];
}
