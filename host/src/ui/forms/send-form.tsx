import { type AccountId, accountsOf, type Network, networkOf } from '@linkspan/contract';
import { useState } from 'react';
import type { SentEntry } from '../../ledger/entry.ts';
import { sayTitle } from '../activity/receipts.tsx';
import { isInDoubt } from '../activity/say-outcome.ts';
import { isSameAddress } from '../texts/address.ts';
import { toExactAmount } from '../texts/format.ts';
import { t } from '../texts/t.ts';
import { readAmount, writeAmount } from '../texts/written-amount.ts';
import { useReadable, useShell } from '../use-shell.ts';
import {
  listRecipients,
  mostOf,
  readRecipient,
  type SendField,
  toCanonical,
  toEarlyWrong,
  warnOfAmount,
  warnOfRecipient,
} from './check-send.ts';
import type { FormProps } from './form-dialog.tsx';
import { FormDialog } from './form-dialog.tsx';
import { AmountField, RecipientField, SendSums, Warning } from './send-fields.tsx';
import { type Quoted, smallest, useFields, useQuote, useSend } from './use-send.ts';

/** Sends the native coin. Stays open while the remote checks the input, until the wallet receives the request. */
export function SendForm(props: FormProps) {
  // The input is for this account: if another one is in use later, nothing is sent.
  const [from] = useState(props.card.accounts[0]);
  const network = props.family.network(networkOf(from));
  return network && <SendFormOn {...props} from={from} network={network} />;
}

function SendFormOn({
  family,
  card,
  from,
  network,
  close,
}: FormProps & { from: AccountId; network: Network }) {
  const { id } = family.config;
  const shell = useShell();
  // Some browsers have none.
  const languages = navigator.languages ?? [];
  const write = (units: string) => writeAmount(toExactAmount(units, network.decimals));
  const [failed] = useState(family.notice.kind === 'request-failed' ? family.notice.input : undefined);
  const isHere = failed?.kind === 'send' && failed.account && networkOf(failed.account) === network.id;
  const { first, written, inputs, ...fields } = useFields(
    failed?.kind === 'send' ? { to: failed.to, amount: isHere ? write(failed.amount) : '' } : undefined,
  );
  const to = readRecipient(written.to);
  const read = readAmount(written.amount, network.decimals, languages);
  const units = read.wrong ? undefined : read.units;
  const inUse = useReadable(shell.view.family(id).balance);
  const balance = inUse?.account === from ? inUse : undefined;
  const activity = useReadable(shell.activity);
  const known = listRecipients(activity, id, network.id, card.accounts);
  const inDoubt = activity.filter(
    (one): one is SentEntry => one.kind === 'sent' && isInDoubt(one) && one.intent.account === from,
  );
  // Without a whole amount, the smallest one tells the fee, the maximum, and whether the recipient is one.
  const amount = units ?? smallest;
  const { quoted, isOfAmount, ask } = useQuote(id, { from, to, amount });
  const { quote, failed: refused } = quoted ?? {};
  const most = mostOf({ balance, quote });
  const facts = { family: family.config, network, balance, quote, languages };
  const accounts = shell.view.families.flatMap((one) => accountsOf(shell.view.family(one).connection.get()));
  const warn = (recipient: string, answer: Quoted | undefined) =>
    warnOfRecipient(
      recipient,
      { own: card.accounts, accounts, paid: known },
      {
        isValid: answer !== undefined && !answer.failed?.code.startsWith('input/recipient'),
        is: answer?.quote?.recipient?.is,
      },
    );
  const address = toCanonical(to, quote);
  const warnings = to === '' ? [] : warn(address, quoted);
  const { wrong, found, clearWrong, isChecking, run, cancel } = useSend({
    ...{ family, from, facts, warn, warnings, ask, close },
    failed: isOfAmount ? refused : undefined,
  });
  const early = toEarlyWrong(facts, refused);
  const mistakes = {
    to: wrong.to ?? early.to,
    amount: wrong.amount ?? (isOfAmount && units !== undefined ? early.amount : undefined),
  };
  const field = (name: SendField) => ({
    input: inputs[name],
    first: first[name],
    written: written[name],
    wrong: mistakes[name],
    isChecking,
  });
  const fill = (name: SendField, text: string) => {
    fields.fill(name, text);
    clearWrong(name);
  };
  const submit = (values: Readonly<Record<string, string>>) => {
    // A browser may have filled them in without an event.
    for (const name of ['to', 'amount'] as const) fields.write(name, values[name] ?? '');
    void run(values);
  };
  const word = isChecking ? t('forms.checking') : t('forms.submit', { wallet: card.wallet.name });
  return (
    <FormDialog
      title={t('forms.sendTitle', { symbol: network.symbol })}
      isOfFamily
      submit={{ word, isBusy: isChecking, run: submit }}
      found={found}
      changed={(name, text) => {
        clearWrong(name as SendField);
        fields.write(name as SendField, text);
      }}
      close={cancel}
    >
      {inDoubt.length > 0 && (
        <Warning>
          {inDoubt.map((send) => (
            <p key={send.id}>{sayTitle(send, 'unknown', family)}</p>
          ))}
          <p>{t('activity.advice.unknown')}</p>
        </Warning>
      )}
      <RecipientField
        {...field('to')}
        known={known}
        to={address}
        warnings={warnings}
        isPaid={known.some((one) => isSameAddress(one, address))}
        fill={(address) => fill('to', address)}
      />
      <AmountField
        {...field('amount')}
        network={network}
        balance={balance}
        warning={warnOfAmount(units, balance)}
        fillMost={most === undefined ? undefined : () => fill('amount', write(String(most)))}
      />
      <SendSums network={network} fee={quote && BigInt(quote.fee)} units={units} account={from} />
    </FormDialog>
  );
}
