import type { FamilyConfig } from '../../config.ts';
import { t } from '../../texts/t.ts';
import { explainIn } from '../card/explain-in.ts';
import type { SentEntry } from './sent-entry.ts';

/** What a send is called by what became of it. */
export type SentState = SentEntry['outcome']['state'] | 'waiting' | 'looking';

/** What became of a send, in plain words. */
export interface SaidOutcome {
  readonly state: SentState;
  readonly word: string;
  /** What it means, and what the person can do. */
  readonly advice?: string;
}

/** After so long, one that is not confirmed is spoken of. */
const waitingMs = 120_000;

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
    case 'failed':
      return {
        state,
        word,
        ...('failure' in outcome && { advice: explainIn(family, outcome.failure).title }),
      };
    case 'unknown':
      // Of a send of this page, the network is asked once the page is loaded anew.
      return { state, word, advice: t(`activity.advice.${entry.isEarlier ? state : 'untold'}`) };
    default:
      return { state, word, advice: t(`activity.advice.${state}`) };
  }
}

function toState({ outcome, at, isLookedFor }: SentEntry, now: number): SentState {
  if (isLookedFor) return 'looking';
  return outcome.state === 'sent' && now - at > waitingMs ? 'waiting' : outcome.state;
}
