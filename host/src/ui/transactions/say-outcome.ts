import type { FamilyConfig } from '../../config.ts';
import { waitingMs } from '../../limits.ts';
import { explainIn } from '../cards/explain-in.ts';
import { t } from '../texts/t.ts';
import { type Landing, sayComparison, sayMoved, toLanding } from './say-comparison.ts';
import type { SentEntry } from './sent-entry.ts';

/** What a send is called by the outcome of it. */
export type SentState = SentEntry['outcome']['state'] | Landing | 'owners' | 'waiting' | 'looking';

/** The outcome of a send, in plain words. */
export interface SaidOutcome {
  readonly state: SentState;
  readonly word: string;
  /** What it means, and what the person can do. */
  readonly advice?: string;
}

/** `now` is milliseconds since 1970. */
export function sayOutcome(entry: SentEntry, family: FamilyConfig, now: number): SaidOutcome {
  const { outcome } = entry;
  const state = toState(entry, now);
  const word = t(`activity.state.${state}`);
  switch (state) {
    case 'sent':
      return { state, word };
    case 'landed':
      return { state, word, ...('by' in outcome && { advice: t('activity.advice.landedAs') }) };
    case 'other':
    case 'uncompared':
      return { state, word, advice: sayComparison(entry, family) ?? '' };
    case 'failed':
      return { state, word, ...('failure' in outcome && { advice: sayFailed(entry, family, outcome) }) };
    case 'replaced': {
      const moved = sayMoved(entry, family);
      const advice = moved ? t('activity.advice.replacedBy', { moved }) : t('activity.advice.replaced');
      return { state, word, advice };
    }
    default:
      return { state, word, advice: t(`activity.advice.${state}`) };
  }
}

function sayFailed(
  { outcome }: SentEntry,
  family: FamilyConfig,
  { failure }: SentEntry['outcome'] & { readonly state: 'failed' },
): string {
  const { title } = explainIn(family, failure);
  return isOther(outcome) ? `${title}. ${t('activity.advice.failedOther')}` : title;
}

/** Whether a transaction is known to be another one than was asked for. */
export function isOther(outcome: SentEntry['outcome']): boolean {
  return 'comparison' in outcome && toLanding(outcome.comparison) === 'other';
}

function toState({ outcome, at, isLookedFor }: SentEntry, now: number): SentState {
  if (isLookedFor) return 'looking';
  if (outcome.state === 'landed') return toLanding(outcome.comparison);
  if (outcome.state === 'sent' && outcome.awaits) return 'owners';
  return outcome.state === 'sent' && now - at > waitingMs ? 'waiting' : outcome.state;
}
