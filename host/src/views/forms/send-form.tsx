import { type Failure, failure, networkOf } from '@linkspan/contract';
import { useRef, useState } from 'react';
import { formatAmount, parseAmount, toExactAmount } from '../../texts/amount.ts';
import { t } from '../../texts/t.ts';
import { explainIn } from '../card/explain-in.ts';
import { useShell } from '../shell-context.ts';
import { useReadable } from '../use-readable.ts';
import { ContextLines } from './context-lines.tsx';
import { Field } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import type { FormProps } from './form-props.ts';

type Wrong = { readonly field: 'to' | 'amount'; readonly failure: Failure };

/** Sends the native coin. It closes as the request begins: the card shows it beside the wallet. */
export function SendForm({ family, card, draft, close }: FormProps) {
  const network = family.network(networkOf(card.accounts[0]));
  const failed = useIntent(family);
  const before = draft?.intent ?? failed;
  // What was filled in was meant for this one: where another one is in use by the press, nothing is sent.
  const [from] = useState(card.accounts[0]);
  const balance = useReadable(useShell().view.family(family.config.id).balance);
  const [wrong, setWrong] = useState<Wrong>();
  const to = useRef<HTMLInputElement>(null);
  const amount = useRef<HTMLInputElement>(null);
  if (network === undefined) return null;
  const { symbol, decimals } = network;
  const errorOf = (field: Wrong['field']) =>
    wrong?.field === field ? explainIn(family.config, wrong.failure) : undefined;
  const run = () => {
    const found = check(to.current?.value ?? '', amount.current?.value ?? '', decimals);
    if ('field' in found) {
      setWrong(found);
      return { to, amount }[found.field].current?.focus();
    }
    close();
    const isSame = found.to === draft?.intent.to && found.amount === draft.intent.amount;
    family.commands.send(found.to, found.amount, { of: isSame ? draft.id : undefined, from });
  };
  const hint = { symbol, decimals: String(decimals) };
  const has = balance && `${formatAmount(balance.amount, balance.decimals)} ${balance.symbol}`;
  return (
    <FormDialog
      title={t('forms.sendTitle', { symbol })}
      submit={{ word: t('forms.sendSubmit', { wallet: card.wallet.name }), run }}
      close={close}
    >
      <ContextLines family={family} card={card} />
      <Field
        label={t('forms.recipient')}
        error={errorOf('to')}
        input={(props) => <input {...props} {...plain} ref={to} name="to" defaultValue={before?.to} />}
      />
      <Field
        label={t('forms.amount')}
        hint={has ? t('forms.amountHint', { ...hint, balance: has }) : t('forms.amountHintUnknown', hint)}
        error={errorOf('amount')}
        input={(props) => (
          <span className="with-unit">
            <input
              {...props}
              {...plain}
              ref={amount}
              name="amount"
              inputMode="decimal"
              defaultValue={before && toExactAmount(before.amount, decimals)}
            />
            <span aria-hidden="true">{symbol}</span>
          </span>
        )}
      />
    </FormDialog>
  );
}

const plain = { type: 'text', autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

/** The send whose input was at fault, to be mended instead of written again. */
function useIntent({ notice }: FormProps['family']) {
  const [before] = useState(notice.kind === 'request-failed' ? notice.intent : undefined);
  return before?.kind === 'send' ? before : undefined;
}

function check(to: string, amount: string, decimals: number): Wrong | { to: string; amount: string } {
  const recipient = to.trim();
  if (recipient === '') return { field: 'to', failure: failure('input/recipient', { value: to }) };
  try {
    return { to: recipient, amount: parseAmount(amount, decimals) };
  } catch {
    return { field: 'amount', failure: failure('input/amount', { value: amount }) };
  }
}
