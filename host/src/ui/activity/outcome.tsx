import type { Activity } from '../../commands/shell.ts';
import { t } from '../texts/t.ts';
import { sayOutcome } from '../transactions/say-outcome.ts';
import type { RowProps } from './row-props.ts';

/** The outcome: a signature is done, a send lands or does not. */
export function Outcome({ entry, family, now }: RowProps<Activity> & { now: number }) {
  if (entry.kind === 'signed') {
    const state = entry.signed.isVerified ? 'signed' : 'unverified';
    return <State state={state} word={t(`activity.state.${state}`)} />;
  }
  const { state, word, advice } = sayOutcome(entry, family, now);
  return <State state={state} word={word} {...(state === 'failed' && { reason: advice })} />;
}

function State(props: { state: string; word: string; reason?: string | undefined }) {
  return (
    <span className="log-state" data-state={props.state}>
      <span>{props.word}</span>
      {props.reason && <small>{` ${props.reason}`}</small>}
    </span>
  );
}
