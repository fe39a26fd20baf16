import { networkOf, type Signed } from '@linkspan/contract';
import type { ReactNode } from 'react';
import type { Activity } from '../../shell.ts';
import { t } from '../../texts/t.ts';
import { CopyButton } from '../parts/copy-button.tsx';
import type { RowProps } from './row-props.ts';

const signedFields = [
  'scheme',
  'account',
  'publicKey',
  'nonce',
  'recipient',
  'message',
  'signature',
] as const;

/** A signature and all that is needed to verify it. */
export function SignedFields({ signed }: { signed: Signed }) {
  const values: { readonly [name in (typeof signedFields)[number]]?: string } = signed;
  return (
    <dl className="fields">
      {signedFields.map((name) => {
        const value = values[name];
        return value !== undefined && <FieldLine key={name} name={name} value={value} />;
      })}
    </dl>
  );
}

/** A transaction's id, and where it can be seen. */
export function SentFields({ entry, family }: RowProps<Activity & { kind: 'sent' }>) {
  const { transaction, intent } = entry;
  const network = family.networks.find(({ id }) => id === networkOf(intent.account));
  const address = network?.explorer?.replace('{transaction}', encodeURIComponent(transaction));
  return (
    <dl className="fields">
      <FieldLine name="account" value={intent.account} />
      <FieldLine name="recipient" value={intent.to} />
      <FieldLine name="transaction" value={transaction}>
        {address && /^https?:/.test(address) && (
          <a href={address} target="_blank" rel="noopener noreferrer">
            {t('activity.explorer')} ↗
          </a>
        )}
      </FieldLine>
    </dl>
  );
}

type FieldName = (typeof signedFields)[number] | 'transaction';

function FieldLine({ name, value, children }: { name: FieldName; value: string; children?: ReactNode }) {
  const title = t(`activity.field.${name}`);
  return (
    <div>
      <dt>{title}</dt>
      <dd>
        <code data-field={name}>{value}</code>
        {children}
        <CopyButton text={value} what={title} />
      </dd>
    </div>
  );
}
