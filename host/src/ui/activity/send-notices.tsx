import { networkOf } from '@linkspan/contract';
import { Dismiss, Panel, Step } from '../cards/panel.tsx';
import type { Family } from '../cards/use-family.ts';
import { shorten } from '../texts/address.ts';
import { formatAmount } from '../texts/format.ts';
import { t } from '../texts/t.ts';
import { useReadable, useShell } from '../use-shell.ts';
import {
  isContractCall,
  isInDoubt,
  isOther,
  type OutcomeText,
  type SentEntry,
  sayCall,
  sayOutcome,
} from './say-outcome.ts';

type Noted = 'other' | 'uncompared' | 'failed' | 'expired' | 'replaced' | 'unknown';
type Said = OutcomeText & { readonly state: Noted };

const ends: readonly string[] = ['other', 'failed', 'expired', 'replaced'] satisfies Noted[];

/** Notices for each send in doubt, and for the newest one that did not end as asked, until they are dismissed. */
export function SendNotices({ family }: { family: Family }) {
  const { activity, commands } = useShell();
  const sent = useReadable(activity).filter((one): one is SentEntry => one.kind === 'sent');
  const noted = sent.flatMap((entry) => {
    // A card warns from the start, whether or not the network is being asked.
    const said = sayOutcome({ ...entry, isLookedFor: false }, family.config, entry.at);
    return entry.family === family.config.id && isNews(entry, said) ? [{ entry, said }] : [];
  });
  const [newest] = noted.filter(({ entry }) => !isInDoubt(entry));
  return noted
    .filter((one) => one === newest || isInDoubt(one.entry))
    .map(({ entry, said }) => (
      <Panel
        key={entry.id}
        title={sayTitle(entry, said.state, family)}
        advice={said.advice}
        tone={said.state === 'unknown' ? 'doubt' : 'ended'}
        code={entry.outcome.state === 'failed' ? entry.outcome.failure.code : undefined}
      >
        <div className="notice-steps" data-send={said.state}>
          {said.state === 'unknown' ? (
            <Step word={t('sends.checked')} press={() => commands.dismissSend(entry.id)} />
          ) : (
            <Dismiss press={() => commands.dismissSend(entry.id)} />
          )}
        </div>
      </Panel>
    ));
}

/** A send that an earlier page could not compare is no news. */
function isNews(entry: SentEntry, said: OutcomeText): said is Said {
  const { isDismissed, isEarlier, outcome } = entry;
  if (isDismissed) return false;
  if (said.state === 'uncompared') return !isEarlier || 'comparison' in outcome;
  return isInDoubt(entry) || ends.includes(said.state);
}

/** The outcome of a send, with amount and recipient. */
export function sayTitle(
  { intent, outcome }: SentEntry,
  state: Noted,
  { network }: Pick<Family, 'network'>,
): string {
  const on = network(networkOf(intent.account));
  const amount = on ? `${formatAmount(intent.amount, on.decimals)} ${on.symbol}` : intent.amount;
  const isOtherFailed = state === 'failed' && isOther(outcome);
  const what = isContractCall(intent)
    ? t('sends.call', { call: sayCall(intent) })
    : t('sends.send', { amount, recipient: shorten(intent.to) });
  return t(`sends.${isOtherFailed ? 'failedOther' : state}`, { what });
}
