import { networkOf } from '@linkspan/contract';
import { formatAmount } from '../../texts/amount.ts';
import { shorten } from '../../texts/shorten.ts';
import { t } from '../../texts/t.ts';
import { explainIn } from '../card/explain-in.ts';
import { Panel, Step } from '../card/panel.tsx';
import type { Family } from '../card/use-family.ts';
import { useShell } from '../shell-context.ts';
import { useReadable } from '../use-readable.ts';
import { SendAgain } from './send-again.tsx';
import type { SentEntry } from './sent-entry.ts';

/** A send that has not come through, until the person has taken note of it. */
export function SendNotice({ family }: { family: Family }) {
  const { activity, commands } = useShell();
  const entry = useReadable(activity).find((one): one is SentEntry => isToTell(one, family.config.id));
  if (entry === undefined) return null;
  const { outcome } = entry;
  return (
    <Panel
      {...say(entry, family)}
      tone="failed"
      {...(outcome.state === 'failed' && { code: outcome.failure.code })}
    >
      <div className="notice-steps" data-send={outcome.state}>
        <SendAgain entry={entry} family={family.config} />
        <Step word={t('card.dismiss')} press={() => commands.dismissSend(entry.id)} />
      </div>
    </Panel>
  );
}

type Told = 'failed' | 'expired' | 'replaced' | 'unknown';

function isToTell(entry: { readonly kind: string; readonly family: string }, family: string): boolean {
  if (entry.kind !== 'sent' || entry.family !== family) return false;
  const { outcome, isDismissed, isEarlier, isLookedFor } = entry as SentEntry;
  if (isDismissed || isLookedFor) return false;
  return outcome.state === 'unknown' ? isEarlier : ['failed', 'expired', 'replaced'].includes(outcome.state);
}

function say({ intent, outcome }: SentEntry, { config, network }: Family) {
  const state = outcome.state as Told;
  const on = network(networkOf(intent.account));
  const amount = on ? `${formatAmount(intent.amount, on.decimals)} ${on.symbol}` : intent.amount;
  const title = t(`sends.${state}`, { amount, recipient: shorten(intent.to) });
  const advice =
    outcome.state === 'failed'
      ? explainIn(config, outcome.failure).title
      : t(`activity.advice.${state as Exclude<Told, 'failed'>}`);
  return { title, advice };
}
