import { networkOf } from '@linkspan/contract';
import { Dismiss, Panel } from '../cards/panel.tsx';
import type { Family } from '../cards/use-family.ts';
import { useShell } from '../shell-context.ts';
import { formatAmount } from '../texts/amount.ts';
import { shorten } from '../texts/shorten.ts';
import { t } from '../texts/t.ts';
import { useReadable } from '../use-readable.ts';
import { isOther, type SaidOutcome, sayOutcome } from './say-outcome.ts';
import type { SentEntry } from './sent-entry.ts';

type Told = 'other' | 'uncompared' | 'failed' | 'expired' | 'replaced' | 'unknown';
type Said = SaidOutcome & { readonly state: Told };

const ends: readonly string[] = ['other', 'failed', 'expired', 'replaced'] satisfies Told[];

/** The newest send that did not end as asked, until the person has taken note of it. One that did is in the activity. */
export function SendNotice({ family }: { family: Family }) {
  const { activity, commands } = useShell();
  const sent = useReadable(activity).filter((one): one is SentEntry => one.kind === 'sent');
  // With its wallet went what the card said of the request.
  const isOver = !('accounts' in family.card);
  const told = sent.flatMap((entry) => {
    const said = sayOutcome(entry, family.config, entry.at);
    return entry.family === family.config.id && isToTell(entry, said, isOver) ? [{ entry, said }] : [];
  });
  const [found] = told;
  if (found === undefined) return null;
  const { entry, said } = found;
  const { outcome } = entry;
  return (
    <Panel
      title={sayTitle(entry, said.state, family)}
      {...(said.advice && { advice: said.advice })}
      tone="ended"
      {...(outcome.state === 'failed' && { code: outcome.failure.code })}
    >
      <div className="notice-steps" data-send={said.state}>
        <Dismiss press={() => commands.dismissSend(entry.id)} />
      </div>
    </Panel>
  );
}

/** What an earlier page could not compare is no news. */
function isToTell(
  { isDismissed, isEarlier, outcome }: SentEntry,
  said: SaidOutcome,
  isOver: boolean,
): said is Said {
  if (isDismissed) return false;
  if (said.state === 'unknown') return isEarlier || isOver;
  if (said.state === 'uncompared') return !isEarlier || 'comparison' in outcome;
  return ends.includes(said.state);
}

function sayTitle({ intent, outcome }: SentEntry, state: Told, { network }: Family): string {
  const on = network(networkOf(intent.account));
  const amount = on ? `${formatAmount(intent.amount, on.decimals)} ${on.symbol}` : intent.amount;
  const isOtherFailed = state === 'failed' && isOther(outcome);
  return t(`sends.${isOtherFailed ? 'failedOther' : state}`, { amount, recipient: shorten(intent.to) });
}
