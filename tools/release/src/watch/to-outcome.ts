import type { LivePayload } from '@linkspan/trust';
import type { Outcome } from '../verb.ts';
import { type LiveChanger, toLiveOutcome } from '../verbs/live-change.ts';
import type { Verdict } from './judge.ts';
import type { WatchPlan } from './watch-options.ts';

/** One change of a release’s share. */
export interface Step {
  readonly share: number;
  /** ISO 8601. */
  readonly at: string;
  /** What the collector said before it; missing where nothing could be said. */
  readonly verdict?: Verdict;
}

/** Tells how a watched promotion ended; with 1 where it was halted. */
export function toOutcome(done: {
  readonly changer: LiveChanger;
  readonly plan: WatchPlan;
  readonly version: string;
  readonly live: LivePayload | undefined;
  readonly steps: readonly Step[];
}): Outcome {
  const { changer, plan, version, live, steps } = done;
  const { remote, isDry } = changer;
  const isHalted = steps.at(-1)?.verdict?.kind === 'worse';
  const isBlind = plan.collector === undefined;
  const last = live && toLiveOutcome(changer, live);
  return {
    lines: [
      ...(isBlind ? ['Nobody watched: it went on by time alone.'] : []),
      ...steps.map(({ share, at, verdict }) => `${at}  ${share} %${verdict ? `  ${describe(verdict)}` : ''}`),
      ...(isHalted ? [`Halted: ${remote} ${version} fails too often, so nobody gets it any more.`] : []),
      ...(steps.length === 0 ? [`${remote} ${version} has its share already.`] : []),
      ...(isDry
        ? [`Then it would go on, every ${plan.everyMinutes} minutes: ${plan.steps.join(', ')} %`]
        : []),
      ...(last?.lines ?? []),
    ],
    facts: { ...last?.facts, isWritten: !isDry && steps.length > 0, isHalted, isBlind, steps },
    exitCode: isHalted ? 1 : 0,
  };
}

function describe({ rate, oldRate, visits }: Verdict): string {
  return `fails for ${toText(rate)} % of ${Math.floor(visits)} visits, the old one for ${toText(oldRate)} %`;
}

function toText(percent: number): string {
  return `${Math.round(percent * 100) / 100}`;
}
