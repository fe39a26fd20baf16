import type { LiveNow } from '../documents/live-now.ts';
import type { Run } from './create-run.ts';
import { deliver, promote } from './deliver.ts';
import type { Numbers } from './next-numbers.ts';
import { keyFile } from './practice-keys.ts';
import type { Plan } from './to-plan.ts';

/** Carries a plan out, and answers the names of the verbs by which it did. Rejects with `Refused`. */
export async function carryOut(
  plan: Plan,
  {
    before,
    numbers,
    ...place
  }: {
    readonly remote: string;
    /** The folder of the remote, built. */
    readonly from: string;
    readonly run: Run;
    /** Milliseconds since 1970. */
    readonly now: number;
    readonly before: LiveNow | undefined;
    /** Those of the next release. */
    readonly numbers: Numbers;
  },
): Promise<readonly string[]> {
  const { run, remote, now } = place;
  if (plan.kind === 'release') return deliver(run, { ...place, ...numbers });
  if (plan.kind === 'promote') {
    await promote(run, remote, plan.version);
    return ['promote'];
  }
  if (before === undefined || !isHalfOver(before, now)) return [];
  await run('refresh', remote, '--key', keyFile('machine'));
  return ['refresh'];
}

function isHalfOver({ live }: LiveNow, now: number): boolean {
  return now > (Date.parse(live.issuedAt) + Date.parse(live.expiresAt)) / 2;
}
