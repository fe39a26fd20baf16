import { type Network, networkOf } from '@linkspan/contract';
import { useEffect, useRef, useState } from 'react';
import { checkSendMs } from '../../limits.ts';
import { useLate } from '../cards/use-late.ts';
import { useShell } from '../shell-context.ts';
import { toExactAmount } from '../texts/amount.ts';
import { locale } from '../texts/en.ts';
import { t } from '../texts/t.ts';
import { readAmount, writeAmount } from '../texts/written-amount.ts';
import { useReadable } from '../use-readable.ts';
import { checkSend, mostOf, type SendField, toWrong } from './check-send.ts';
import { FormDialog } from './form-dialog.tsx';
import type { FormProps } from './form-props.ts';
import { listRecipients } from './past-recipients.ts';
import { AmountField, RecipientField } from './send-fields.tsx';
import { SendSums } from './send-sums.tsx';
import { useFields } from './use-fields.ts';
import { useQuote } from './use-quote.ts';
import { useWrong } from './use-wrong.ts';
import { warnOfAmount, warnOfRecipient } from './warn.ts';

/**
 * Sends the native coin. It stays open while the remote checks what was filled in, so that each mistake is told at its
 * field, and closes as the wallet is asked: the card shows the request beside the wallet.
 */
export function SendForm(props: FormProps) {
  const network = props.family.network(networkOf(props.card.accounts[0]));
  return network && <SendFormOn {...props} network={network} />;
}

function SendFormOn({ family, card, network, close }: FormProps & { network: Network }) {
  const { config, notice, commands } = family;
  const { id } = config;
  const shell = useShell();
  const [language] = useState(() => navigator.languages[0] ?? locale);
  const write = (units: string) => writeAmount(toExactAmount(units, network.decimals), language);
  const before = useIntent(family);
  const fields = useFields(before && { to: before.to, amount: write(before.amount) });
  const to = fields.written.to.trim();
  const read = readAmount(fields.written.amount, network.decimals, language);
  const units = read.wrong ? undefined : read.units;
  // What was filled in was meant for this one: where another one is in use by the press, nothing is sent.
  const [from] = useState(card.accounts[0]);
  const balance = useReadable(shell.view.family(id).balance);
  const known = listRecipients(useReadable(shell.activity), id, network.id);
  // Until there is an amount, the fee of the smallest one tells how much can be sent at most.
  const amount = fields.written.amount.trim() === '' ? '1' : units;
  const quoted = useQuote({ family: id, from, to, amount });
  const fee = quoted && 'fee' in quoted ? quoted.fee : undefined;
  const most = mostOf({ balance, fee });
  const { wrong, told, tell, takeBack } = useWrong<SendField>();
  const [isChecking, setChecking] = useState(false);
  const isOpen = useRef(false);
  useEffect(() => {
    isOpen.current = true;
    return () => {
      isOpen.current = false;
    };
  }, []);
  const leave = () => {
    isOpen.current = false;
    close();
  };
  const { kind } = notice;
  const isLate = useLate(checkSendMs, String(isChecking));
  useEffect(() => {
    if (isChecking && (isLate || kind === 'asking')) leave();
  });
  const run = async (values: Readonly<Record<string, string>>) => {
    const checked = checkSend(values, { family: config, network, balance, fee, language });
    if (checked.wrong) return tell(checked.wrong);
    tell({});
    setChecking(true);
    family.quoted.current = fee === undefined ? undefined : { ...checked, account: from, fee };
    await commands.send(checked.to, checked.amount, from);
    if (!isOpen.current) return;
    const request = shell.request(id).get();
    const found = request.state === 'failed' && toWrong(config, request.failure);
    if (!found) return leave();
    commands.dismiss();
    setChecking(false);
    tell(found);
  };
  const cancel = () => {
    if (isChecking) commands.cancel();
    leave();
  };
  const fill = (name: SendField, text: string) => {
    fields.fill(name, text);
    takeBack(name);
  };
  const { name: wallet } = card.wallet;
  const isValid = quoted !== undefined && !('code' in quoted && quoted.code === 'input/recipient');
  return (
    <FormDialog
      title={t('forms.sendTitle', { symbol: network.symbol })}
      isOfFamily
      submit={{
        word: isChecking ? t('forms.checking') : t('forms.sendSubmit', { wallet }),
        isBusy: isChecking,
        run,
      }}
      told={told}
      changed={(name, text) => {
        takeBack(name as SendField);
        fields.keep(name as SendField, text);
      }}
      close={cancel}
    >
      <RecipientField
        {...{ to, known, isChecking }}
        input={fields.inputs.to}
        first={fields.first.to}
        wrong={wrong.to}
        warning={warnOfRecipient(to, { own: card.accounts, known, isValid })}
        fill={(address) => fill('to', address)}
      />
      <AmountField
        {...{ network, balance, isChecking }}
        input={fields.inputs.amount}
        first={fields.first.amount}
        written={fields.written.amount}
        wrong={wrong.amount}
        warning={warnOfAmount(units, balance)}
        fillMost={most === undefined ? undefined : () => fill('amount', write(String(most)))}
      />
      <SendSums {...{ network, fee, units }} account={card.accounts[0]} />
    </FormDialog>
  );
}

/** The send whose input was at fault, to be fixed instead of written again. */
function useIntent({ notice }: FormProps['family']) {
  const [before] = useState(notice.kind === 'request-failed' ? notice.intent : undefined);
  return before?.kind === 'send' ? before : undefined;
}
