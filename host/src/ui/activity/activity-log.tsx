import { networkOf } from '@linkspan/contract';
import { useEffect, useState } from 'react';
import type { Entry, SentEntry } from '../../ledger/entry.ts';
import { activityTickMs } from '../../limits.ts';
import { SmallIcon } from '../parts/icon.tsx';
import { TestMark } from '../parts/test-mark.tsx';
import { shorten } from '../texts/address.ts';
import { locale } from '../texts/en.ts';
import { sayUnits, toExactAmount } from '../texts/format.ts';
import { t } from '../texts/t.ts';
import { useReadable, useShell } from '../use-shell.ts';
import { type RowProps, SentFields, SignedFields } from './fields.tsx';
import { isContractCall, sayCall, sayOutcome, toPaid } from './say-outcome.ts';

/** The signatures and sends of this page, newest first. `now` is milliseconds since 1970. */
export function ActivityLog({ now }: { now: () => number }) {
  const { activity, config } = useShell();
  const done = useReadable(activity);
  const at = useNow(now, done);
  return (
    <section className="activity" aria-labelledby="activity">
      <h2 id="activity">{t('activity.heading')}</h2>
      {done.length === 0 ? (
        <p className="activity-none">
          <SmallIcon name="clock" />
          <span>{t('activity.none')}</span>
        </p>
      ) : (
        <ul className="log">
          {done.map((entry) => {
            const family = config.families.find(({ id }) => id === entry.family);
            return family && <ActivityRow key={entry.id} entry={entry} family={family} now={at} />;
          })}
        </ul>
      )}
    </section>
  );
}

/** The time in milliseconds since 1970: of each change of `occasion`, and then twice a minute. */
function useNow(now: () => number, occasion: unknown): number {
  const [at, setAt] = useState(now);
  useEffect(() => {
    setAt(now());
    const timer = setInterval(() => setAt(now()), activityTickMs);
    return () => clearInterval(timer);
  }, [now, occasion]);
  return at;
}

/** One signature or send; opened, all that is needed to verify it. */
function ActivityRow({ entry, family, now }: RowProps & { now: number }) {
  const network = family.networks.find(({ id }) => id === networkOf(entry.intent.account));
  return (
    <li data-family={family.id} data-kind={entry.kind} data-entry={entry.id}>
      <details>
        <summary className="log-row">
          <span className="log-icon">
            {entry.kind === 'sent' ? <SmallIcon name="sent" /> : <SmallIcon name="key" />}
            <span className="glyph glyph-small" />
          </span>
          <span className="log-text">
            <span className="log-title">{`${say(entry)} `}</span>
            <span className="log-where">
              <span>
                <span>{family.title}</span>
                <TestMark network={network} />
              </span>
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
        {entry.kind === 'signed' && <SignedFields entry={entry} family={family} />}
        {entry.kind === 'sent' && <SentFields entry={entry} family={family} now={now} />}
      </details>
    </li>
  );
}

function say(entry: Entry): string {
  if (entry.kind === 'sent') return saySent(entry);
  const { intent } = entry;
  const read = (kind: string) => intent.lines.find(({ is }) => is === kind)?.value;
  if (intent.method === 'sign-in') return t('activity.signedIn', { domain: read('site') ?? '' });
  if (intent.isTransaction) return t('activity.signedTransaction');
  if (intent.lines.every(({ is }) => is === 'text' || is === 'more')) return t('activity.signed');
  const type = read('type');
  return t('activity.signedCall', { name: type || intent.method });
}

/** Says `Sent` only if the chain shows that coins have left the account, and to whom. */
function saySent(entry: SentEntry): string {
  if (isContractCall(entry.intent)) return sayCall(entry.intent);
  const [recipient, ...more] = toPaid(entry)?.recipients ?? [];
  if (recipient === undefined) return t('activity.send', { recipient: shorten(entry.intent.moves.to) });
  return more.length === 0
    ? t('activity.sent', { recipient: shorten(recipient) })
    : t('activity.sentMany', { count: String(more.length + 1) });
}

/** The amount that has left the account, else the requested one. */
function Amount({ entry, family }: RowProps<SentEntry>) {
  const { intent, outcome } = entry;
  const network = family.networks.find(({ id }) => id === networkOf(intent.account));
  if (network === undefined) return null;
  const paid = toPaid(entry);
  const units = paid?.amount ?? intent.moves.amount;
  if (isContractCall(intent) && BigInt(units) === 0n) return null;
  const exact = toExactAmount(units, network.decimals);
  return (
    <>
      {paid?.isPartial && <small>{`${t('activity.atLeast')} `}</small>}
      <data value={exact} title={`${exact} ${network.symbol}`} translate="no">
        {`${paid ? '−' : ''}${sayUnits(units, network)}`}
      </data>
      {!paid && outcome.state !== 'sent' && <small>{` ${t('activity.onlyAsked')}`}</small>}
    </>
  );
}

/** The outcome of a send; of a signature only that it could not be verified. */
function Outcome({ entry, family, now }: RowProps<Entry> & { now: number }) {
  if (entry.kind !== 'sent') {
    // The application has received what it asked for, and verifies it.
    const isVerified = entry.signed === undefined || entry.signed.isVerified;
    return isVerified ? null : <State state="unverified" word={t('activity.state.unverified')} />;
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

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

/** How long ago a time was, such as `2 min. ago`. Both in milliseconds since 1970. */
function formatAgo(at: number, now: number): string {
  const passedMs = now - at;
  const [unit, unitMs] = units.find(([, length]) => passedMs >= length) ?? [];
  if (unit === undefined) return t('activity.justNow');
  const form = new Intl.RelativeTimeFormat(locale, { style: 'short' });
  return form.format(-Math.floor(passedMs / unitMs), unit);
}
