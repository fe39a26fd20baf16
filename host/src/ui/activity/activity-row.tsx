import { networkOf } from '@linkspan/contract';
import type { Activity } from '../../commands/shell.ts';
import { KeySymbol, SentSymbol } from '../parts/symbols.tsx';
import { formatAgo } from '../texts/ago.ts';
import { formatAmount, toExactAmount } from '../texts/amount.ts';
import { shorten } from '../texts/shorten.ts';
import { t } from '../texts/t.ts';
import { toLanding } from '../transactions/say-comparison.ts';
import type { SentEntry } from '../transactions/sent-entry.ts';
import { SentFields, SignedFields } from './fields.tsx';
import { Outcome } from './outcome.tsx';
import type { RowProps } from './row-props.ts';

/** One thing that was done; opened, all that is needed to verify it. */
export function ActivityRow({ entry, family, now }: RowProps & { now: number }) {
  return (
    <li data-family={family.id} data-kind={entry.kind}>
      <details>
        <summary className="log-row">
          <span className="log-icon">
            {entry.kind === 'sent' ? <SentSymbol /> : <KeySymbol />}
            <span className="glyph glyph-small" />
          </span>
          <span className="log-text">
            <span className="log-title">{`${say(entry)} `}</span>
            <span className="log-where">
              <span>{family.title}</span>
              <Outcome entry={entry} family={family} now={now} />
            </span>
          </span>
          <span className="log-amount">
            {entry.kind === 'sent' && <Amount entry={entry} family={family} />}
          </span>
          <time dateTime={new Date(entry.at).toISOString()}>
            <span>{formatAgo(entry.at, now)}</span>
            {entry.kind === 'sent' && entry.isEarlier && <small>{` ${t('activity.earlier')}`}</small>}
          </time>
        </summary>
        {entry.kind === 'signed' ? (
          <SignedFields signed={entry.signed} />
        ) : (
          <SentFields entry={entry} family={family} now={now} />
        )}
      </details>
    </li>
  );
}

function say(entry: Activity): string {
  if (entry.kind === 'sent')
    return t(isSent(entry) ? 'activity.sent' : 'activity.send', { recipient: shorten(entry.intent.to) });
  const { intent } = entry;
  return intent.kind === 'message' ? t('activity.signed') : t('activity.signedIn', { domain: intent.domain });
}

/** Whether it has landed as it was asked for: nothing else may be said to have been sent, nor to have left the account. */
function isSent({ outcome }: SentEntry): boolean {
  return outcome.state === 'landed' && toLanding(outcome.comparison) === 'landed';
}

function Amount({ entry, family }: RowProps<SentEntry>) {
  const { intent } = entry;
  const network = family.networks.find(({ id }) => id === networkOf(intent.account));
  if (network === undefined) return null;
  const { decimals, symbol } = network;
  return (
    <data
      value={toExactAmount(intent.amount, decimals)}
      title={`${toExactAmount(intent.amount, decimals)} ${symbol}`}
      translate="no"
    >
      {`${isSent(entry) ? '−' : ''}${formatAmount(intent.amount, decimals)} ${symbol}`}
    </data>
  );
}
