import { addressOf, type Intent, type Network, networkOf, type Signed } from '@linkspan/contract';
import type { ReactNode } from 'react';
import type { FamilyConfig } from '../../config.ts';
import type { Entry, SentEntry, SignedEntry } from '../../ledger/entry.ts';
import { toIntentLines } from '../cards/request-lines.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import { t } from '../texts/t.ts';
import { type ComparedTransfers, isContractCall, sayOutcome, toComparedTransfers } from './say-outcome.ts';

const signedFields = [
  'scheme',
  'account',
  'publicKey',
  'nonce',
  'recipient',
  'callbackUrl',
  'state',
  'message',
  'signedBytes',
  'signature',
] as const;

/** An entry of the activity and its family. */
export interface RowProps<Kind extends Entry = Entry> {
  readonly entry: Kind;
  readonly family: FamilyConfig;
}

/** A signature and all that is needed to verify it; of the application's, what was shown on the card. */
export function SignedFields({ entry, family }: RowProps<SignedEntry>) {
  const { intent, signed } = entry;
  if (signed === undefined)
    return (
      <dl className="fields">
        <FieldLine name="account" value={addressOf(intent.account)} />
        <IntentLines intent={intent} family={family} />
      </dl>
    );
  const values: { readonly [name in (typeof signedFields)[number]]?: string } = signed;
  return (
    <>
      {!signed.isVerified && <p className="log-advice">{t('activity.advice.unverified')}</p>}
      {isPrefixed(signed) && <p className="log-advice">{t('activity.advice.prefixed')}</p>}
      <dl className="fields">
        {signedFields.map((name) => {
          const value = name === 'account' ? addressOf(signed.account) : values[name];
          return value !== undefined && <FieldLine key={name} name={name} value={value} />;
        })}
      </dl>
    </>
  );
}

/** Whether more was signed than the text. */
function isPrefixed(signed: Signed): boolean {
  const bytes = 'signedBytes' in signed ? atob(signed.signedBytes ?? '').length : 0;
  return bytes > new TextEncoder().encode(signed.message).length;
}

/** The outcome of a send, advice, and a link to the explorer. */
export function SentFields({ entry, family, now }: RowProps<SentEntry> & { now: number }) {
  const { transaction, intent, outcome } = entry;
  const { state, advice } = sayOutcome(entry, family, now);
  const network = family.networks.find(({ id }) => id === networkOf(intent.account));
  const compared = state === 'other' ? toComparedTransfers(entry, family) : undefined;
  return (
    <>
      {compared ? <Compared {...compared} /> : advice && <p className="log-advice">{advice}</p>}
      <dl className="fields">
        <FieldLine name="account" value={addressOf(intent.account)} />
        {intent.moves.to !== '' && (
          <FieldLine name={isContractCall(intent) ? 'contract' : 'recipient'} value={intent.moves.to} />
        )}
        {intent.method !== 'send' && <IntentLines intent={intent} family={family} />}
        {transaction && (
          <Transaction
            name="transaction"
            id={transaction}
            network={state === 'owners' ? undefined : network}
          />
        )}
        {'by' in outcome && outcome.by && <Transaction name="by" id={outcome.by} network={network} />}
      </dl>
    </>
  );
}

function IntentLines({ intent, family }: { intent: Intent; family: FamilyConfig }) {
  const network = family.networks.find(({ id }) => id === networkOf(intent.account));
  return toIntentLines(intent, network).map(({ name, value, warning }, index) => (
    <div key={index}>
      <dt>{name}</dt>
      <dd>
        {warning && <strong>{warning}</strong>}
        <code translate="no">{value}</code>
      </dd>
    </div>
  ));
}

/** The actual transfers beside the requested one. */
export function Compared({ asked, moved, unknown, isPartial }: ComparedTransfers) {
  const sent = isPartial ? [...moved, t('activity.movedMore')] : moved;
  return (
    <dl className="compared">
      <div>
        <dt>{t('activity.field.sent')}</dt>
        <dd>{sent.length === 0 ? unknown : sent.join('\n')}</dd>
      </div>
      <div>
        <dt>{t('activity.field.asked')}</dt>
        <dd>{asked}</dd>
      </div>
    </dl>
  );
}

function Transaction(props: { name: 'transaction' | 'by'; id: string; network: Network | undefined }) {
  const address = props.network?.explorer?.replace('{transaction}', encodeURIComponent(props.id));
  return (
    <FieldLine name={props.name} value={props.id}>
      {address && /^https?:/.test(address) && (
        <a href={address} target="_blank" rel="noopener noreferrer">
          {`${t('activity.explorer')} ↗`}
        </a>
      )}
    </FieldLine>
  );
}

type FieldName = (typeof signedFields)[number] | 'contract' | 'transaction' | 'by';

function FieldLine({ name, value, children }: { name: FieldName; value: string; children?: ReactNode }) {
  const title = t(`activity.field.${name}`);
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <code data-field={name} translate="no">
          {value}
        </code>
        {children}
        <CopyButton text={value} what={title} />
      </dd>
    </div>
  );
}
