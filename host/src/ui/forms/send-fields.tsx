import { type AccountId, addressOf, type Balance, type Network } from '@linkspan/contract';
import type { ReactNode, RefObject } from 'react';
import { Avatar, Exact } from '../parts/address.tsx';
import { SmallIcon } from '../parts/icon.tsx';
import { TestMark } from '../parts/test-mark.tsx';
import { shorten } from '../texts/address.ts';
import { roundFee, sayAboutFee, sayAllUnits, sayUnits } from '../texts/format.ts';
import { t } from '../texts/t.ts';
import { isSevere, type RecipientWarning } from './check-send.ts';
import { Field } from './form-dialog.tsx';

/** While the send is checked, neither field can be changed. */
interface FieldProps {
  readonly input: RefObject<HTMLInputElement | null>;
  readonly first: string;
  readonly written: string;
  readonly wrong: string | undefined;
  readonly isChecking: boolean;
}

interface RecipientFieldProps extends FieldProps {
  /** The earlier recipients, the latest first. */
  readonly known: readonly string[];
  /** The recipient in its canonical form. */
  readonly to: string;
  /** About it, the most important first. */
  readonly warnings: readonly RecipientWarning[];
  /** Whether it was paid before. */
  readonly isPaid: boolean;
  fill(address: string): void;
}

const mostRecipients = 3;

/** The recipient: written, or one of the latest recipients. */
export function RecipientField(props: RecipientFieldProps) {
  const { input, first, written, wrong, isChecking, known, to, warnings, isPaid, fill } = props;
  const clear = () => {
    fill('');
    input.current?.focus();
  };
  return (
    <Field
      name="to"
      label={t('forms.recipient')}
      hint={written === '' && !wrong ? t('forms.recipientHint') : ''}
      wrong={wrong}
      input={(own) => (
        <span className="in-field">
          <input {...own} {...plain} ref={input} readOnly={isChecking} defaultValue={first} />
          {written !== '' && (
            <button type="button" aria-label={t('forms.clear')} disabled={isChecking} onClick={clear}>
              <SmallIcon name="cross" />
            </button>
          )}
        </span>
      )}
    >
      {written === '' && known.length > 0 && (
        <div className="recents">
          {known.slice(0, mostRecipients).map((address) => (
            <button
              key={address}
              type="button"
              title={address}
              disabled={isChecking}
              onClick={() => fill(address)}
            >
              <Avatar address={address} />
              <bdi translate="no">{shorten(address)}</bdi>
            </button>
          ))}
        </div>
      )}
      <Warnings>
        {warnings.length > 0 && (
          <Care tone={warnings.some(isSevere) ? 'bad' : undefined}>
            {warnings.map((warning) => (
              <div key={warning.kind} data-tone={isSevere(warning) ? 'bad' : undefined}>
                <p>{t(`forms.warning.${warning.kind}`)}</p>
                {warning.kind === 'look-alike' && <Exact code={warning.known} />}
                {warning.kind === 'unpaid' && <Exact code={to} />}
              </div>
            ))}
          </Care>
        )}
        {isPaid && warnings.length === 0 && (
          <Care tone="known">
            <p>{t('forms.paidBefore')}</p>
            <Exact code={to} />
          </Care>
        )}
      </Warnings>
    </Field>
  );
}

interface AmountFieldProps extends FieldProps {
  readonly network: Network;
  readonly balance: Balance | undefined;
  readonly warning: string | undefined;
  /** Fills in the most that can be sent; undefined if that is not known. */
  readonly fillMost: (() => void) | undefined;
}

/** The amount, in whole coins. */
export function AmountField(props: AmountFieldProps) {
  const { input, first, wrong, isChecking, written, network, balance, warning, fillMost } = props;
  return (
    <Field
      name="amount"
      label={t('forms.amount')}
      aside={balance && t('forms.youHave', { balance: sayUnits(balance.amount, network) })}
      wrong={wrong}
      input={(own) => (
        <span className="in-field in-field-amount" data-long={written.length > 12}>
          <input
            {...own}
            {...plain}
            inputMode="decimal"
            ref={input}
            readOnly={isChecking}
            defaultValue={first}
          />
          <span aria-hidden="true" translate="no">
            {network.symbol}
          </span>
          {/* Its place is kept as long as it is not known. */}
          <button
            type="button"
            className="button button-tint"
            disabled={isChecking || !fillMost}
            data-known={fillMost !== undefined}
            onClick={fillMost}
          >
            {t('forms.max')}
          </button>
        </span>
      )}
    >
      {!wrong && (
        <p className="field-warning" aria-live="polite">
          {warning}
        </p>
      )}
    </Field>
  );
}

/** A warning. It stops nobody. */
export function Warning({ children }: { children: ReactNode }) {
  return <Warnings>{children && <Care>{children}</Care>}</Warnings>;
}

function Warnings({ children }: { children: ReactNode }) {
  return (
    <div className="care-place" aria-live="polite">
      {children}
    </div>
  );
}

/** `bad` if coins are gone for one who does not heed it, `known` if it is no warning. */
function Care({ children, tone }: { children: ReactNode; tone?: 'bad' | 'known' | undefined }) {
  return (
    <div className="care" data-tone={tone}>
      <svg className="symbol" width="20" height="20" viewBox="0 0 20 20" aria-hidden="true">
        <path d={tone === 'known' ? 'M4 10.6l4 4L16 6' : 'M10 3.2 17.6 16.4H2.4zM10 8.2v3.6M10 14v.1'} />
      </svg>
      <div>{children}</div>
    </div>
  );
}

const plain = { type: 'text', autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

/** Shown in place of an unknown sum, so that nothing moves when it is known. */
const unknown = '–';

/** Fee, total and account of a send, in smallest units. */
export function SendSums({
  network,
  account,
  fee,
  units,
}: {
  network: Network;
  account: AccountId;
  fee: bigint | undefined;
  units: string | undefined;
}) {
  const address = addressOf(account);
  const sum = fee !== undefined && units !== undefined && sayAllUnits(BigInt(units) + roundFee(fee), network);
  const amount = units !== undefined && t('forms.totalPlus', { amount: sayAllUnits(units, network) });
  return (
    <dl className="sums">
      <div>
        <dt>{t('card.request.fee')}</dt>
        <Sum text={fee === undefined ? unknown : sayAboutFee(fee, network)} />
      </div>
      <div className="sums-total">
        <dt>{t('forms.total')}</dt>
        <Sum text={sum || amount || unknown} />
      </div>
      <div>
        <dt>{t('card.request.account')}</dt>
        <dd title={address}>
          <bdi translate="no">{shorten(address)}</bdi>
          <span>{`, ${network.title}`}</span>
          <TestMark network={network} />
        </dd>
      </div>
    </dl>
  );
}

/** A new element for a new text: a shorter or longer one in its place is no movement. */
function Sum({ text }: { text: string }) {
  return (
    <dd key={text} translate="no">
      {text}
    </dd>
  );
}
