import { networkOf } from '@linkspan/contract';
import { type MouseEvent, type ReactNode, useRef, useState } from 'react';
import type { SentEntry } from '../../ledger/entry.ts';
import { Dismiss, Panel, Step, useDismissal } from '../cards/panel.tsx';
import type { Family } from '../cards/use-family.ts';
import { SmallIcon } from '../parts/icon.tsx';
import { InFront, useFront } from '../parts/in-front.tsx';
import { TestMark } from '../parts/test-mark.tsx';
import { shorten } from '../texts/address.ts';
import { sayUnits } from '../texts/format.ts';
import { t } from '../texts/t.ts';
import { useReadable, useShell } from '../use-shell.ts';
import { Compared } from './fields.tsx';
import {
  isContractCall,
  isInDoubt,
  isOther,
  type OutcomeText,
  sayCall,
  sayOutcome,
  toComparedTransfers,
} from './say-outcome.ts';

type Noted = 'other' | 'uncompared' | 'failed' | 'expired' | 'replaced' | 'unknown';
type Said = OutcomeText & { readonly state: Noted };

const ends: readonly string[] = ['other', 'failed', 'expired', 'replaced'] satisfies Noted[];
const brief: readonly string[] = ['sent', 'owners', 'landed'] satisfies OutcomeText['state'][];

/**
 * The receipts of a card: of its newest send in the place of the actions, on a phone at the bottom edge; and of each
 * send in doubt, and the newest one that did not end as asked, until they are dismissed.
 */
export function Receipts({ family }: { family: Family }) {
  const sent = useReadable(useShell().activity).filter((one): one is SentEntry => one.kind === 'sent');
  const [latest] = sent;
  const own = sent
    .filter((entry) => entry.family === family.config.id)
    // A card warns from the start, whether or not the network is being asked.
    .map((entry) => ({ entry, said: sayOutcome({ ...entry, isEarlier: false }, family.config, entry.at) }));
  const noted = own.filter((one): one is Receipt<Said> => isNews(one.entry, one.said));
  const newest = noted.find(({ entry }) => !isInDoubt(entry));
  const [last] = own;
  return (
    <>
      {last && brief.includes(last.said.state) && !last.entry.isEarlier && (
        <BriefReceipt
          key={`${last.entry.id} ${last.said.state}`}
          {...last}
          family={family}
          isFront={last.entry === latest}
        />
      )}
      {noted
        .filter((one) => one === newest || isInDoubt(one.entry))
        .map((one) => (
          <FullReceipt
            key={one.entry.id}
            {...one}
            family={family}
            isFront={one.entry === latest && !one.entry.isEarlier}
          />
        ))}
    </>
  );
}

/** Beside an application what became of a request stands where the request stood. */
function Place({ entry, family, children }: { entry: SentEntry; family: Family; children: ReactNode }) {
  return entry.isEarlier ? children : <InFront config={family.config}>{children}</InFront>;
}

interface Receipt<Text = OutcomeText> {
  readonly entry: SentEntry;
  readonly said: Text;
}

/** `isFront` if it is of the page's newest send: on a phone it is at the bottom edge. */
type ReceiptProps<Text = OutcomeText> = Receipt<Text> & {
  readonly family: Family;
  readonly isFront: boolean;
};

/** A send that is under way or has ended well. The latter goes by itself, unless the focus is in it. */
function BriefReceipt({ entry, said, family, isFront }: ReceiptProps) {
  const place = useRef<HTMLDivElement>(null);
  const [isGone, setGone] = useState(false);
  const isBeside = useFront() !== undefined;
  const isGood = said.state === 'landed';
  useDismissal(place, isGood, () => setGone(true));
  if (isGone) return null;
  const dismiss = () => {
    place.current?.closest('section')?.querySelector('h2')?.focus({ preventScroll: true });
    setGone(true);
  };
  const { intent } = entry;
  const what = isContractCall(intent) ? sayCall(intent) : sayAmount(entry, family);
  return (
    <Place entry={entry} family={family}>
      <div
        ref={place}
        className="receipt"
        data-send={said.state}
        data-tone={isGood ? 'good' : 'wait'}
        data-front={isFront}
      >
        {isGood ? <SmallIcon name="tick" /> : <SmallIcon name="clock" />}
        <div>
          <p className="receipt-title">
            <span>{t(isGood ? 'receipt.sent' : 'receipt.sending', { what })}</span>
            <TestMark network={family.network(networkOf(intent.account))} />
          </p>
          <p>{isContractCall(intent) ? said.word : `${said.word} · ${sayRecipient(entry)}`}</p>
        </div>
        {!isBeside && <Step word={t('card.details')} press={showIn(entry)} />}
        <Dismiss press={dismiss} />
      </div>
    </Place>
  );
}

/** A send that may have gone through, or has ended otherwise than asked: the actual transfers beside the requested one. */
function FullReceipt({ entry, said, family, isFront }: ReceiptProps<Said>) {
  const { commands } = useShell();
  const isBeside = useFront() !== undefined && !entry.isEarlier;
  const compared = said.state === 'other' ? toComparedTransfers(entry, family.config) : undefined;
  const dismiss = () => commands.dismissSend(entry.id);
  return (
    <Place entry={entry} family={family}>
      <Panel
        title={sayTitle(entry, said.state, family)}
        advice={compared ? undefined : said.advice}
        tone={said.state === 'unknown' ? 'doubt' : 'ended'}
        code={entry.outcome.state === 'failed' ? entry.outcome.failure.code : undefined}
        isFront={isFront}
      >
        {compared && <Compared {...compared} />}
        <div className="notice-steps" data-send={said.state}>
          {said.state === 'unknown' && <Step word={t('sends.checked')} press={dismiss} />}
          {!isBeside && <Step word={t('card.details')} press={showIn(entry)} />}
          {said.state !== 'unknown' && <Dismiss press={dismiss} />}
        </div>
      </Panel>
    </Place>
  );
}

/** Opens the entry in the activity, and takes the focus there. */
function showIn({ id }: SentEntry) {
  return ({ currentTarget }: MouseEvent) => {
    const root = currentTarget.getRootNode() as ParentNode;
    const entry = root.querySelector<HTMLDetailsElement>(`[data-entry=${CSS.escape(id)}] > details`);
    if (!entry) return;
    entry.open = true;
    entry.querySelector('summary')?.focus({ preventScroll: true });
    entry.scrollIntoView({ block: 'nearest' });
  };
}

/** A send that an earlier page could not compare is no news. */
function isNews(entry: SentEntry, said: OutcomeText): said is Said {
  const { isDismissed, isEarlier, outcome } = entry;
  if (isDismissed) return false;
  if (said.state === 'uncompared') return !isEarlier || 'comparison' in outcome;
  return isInDoubt(entry) || ends.includes(said.state);
}

function sayAmount({ intent }: SentEntry, { network }: Pick<Family, 'network'>): string {
  const on = network(networkOf(intent.account));
  return on ? sayUnits(intent.moves.amount, on) : intent.moves.amount;
}

function sayRecipient({ intent }: SentEntry): string {
  return t('receipt.to', { recipient: shorten(intent.moves.to) });
}

/** The outcome of a send, with amount and recipient. */
export function sayTitle(entry: SentEntry, state: Noted, family: Pick<Family, 'network'>): string {
  const { intent, outcome } = entry;
  const isOtherFailed = state === 'failed' && isOther(outcome);
  const what = isContractCall(intent)
    ? t('sends.call', { call: sayCall(intent) })
    : t('sends.send', { amount: sayAmount(entry, family), recipient: shorten(intent.moves.to) });
  return t(`sends.${isOtherFailed ? 'failedOther' : state}`, { what });
}
