import { type Balance, type Network, networkOf } from '@linkspan/contract';
import { useEffect, useRef, useState } from 'react';
import { checkSendMs } from '../../limits.ts';
import { useLate } from '../cards/use-late.ts';
import { useShell } from '../shell-context.ts';
import { toExactAmount } from '../texts/amount.ts';
import { t } from '../texts/t.ts';
import { useReadable } from '../use-readable.ts';
import { checkSend, type SendField, sayBalance, toWrong } from './check-send.ts';
import { ContextLines } from './context-lines.tsx';
import { Field } from './field.tsx';
import { FormDialog } from './form-dialog.tsx';
import type { FormProps } from './form-props.ts';
import { useWrong } from './use-wrong.ts';

/**
 * Sends the native coin. It stays open while the remote checks what was filled in, so that each mistake is told at its
 * field, and closes as the wallet is asked: the card shows the request beside the wallet.
 */
export function SendForm({ family, card, close }: FormProps) {
  const { id } = family.config;
  const shell = useShell();
  const network = family.network(networkOf(card.accounts[0]));
  const before = useIntent(family);
  // What was filled in was meant for this one: where another one is in use by the press, nothing is sent.
  const [from] = useState(card.accounts[0]);
  const balance = useReadable(shell.view.family(id).balance);
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
  const { kind } = family.notice;
  const isLate = useLate(checkSendMs, String(isChecking));
  useEffect(() => {
    if (isChecking && (isLate || kind === 'asking')) leave();
  });
  if (network === undefined) return null;
  const run = async (values: Readonly<Record<string, string>>) => {
    const checked = checkSend(values, { family: family.config, network, balance });
    if (checked.wrong) return tell(checked.wrong);
    tell({});
    setChecking(true);
    await family.commands.send(checked.to, checked.amount, from);
    if (!isOpen.current) return;
    const request = shell.request(id).get();
    const found = request.state === 'failed' && toWrong(family.config, request.failure);
    if (!found) return leave();
    family.commands.dismiss();
    setChecking(false);
    tell(found);
  };
  const cancel = () => {
    if (isChecking) family.commands.cancel();
    leave();
  };
  const { name: wallet } = card.wallet;
  return (
    <FormDialog
      title={t('forms.sendTitle', { symbol: network.symbol })}
      submit={{
        word: isChecking ? t('forms.checking') : t('forms.sendSubmit', { wallet }),
        isBusy: isChecking,
        run,
      }}
      told={told}
      changed={(name) => takeBack(name as SendField)}
      close={cancel}
    >
      <ContextLines family={family} card={card} />
      <SendFields {...{ network, balance, before, wrong, isChecking }} />
    </FormDialog>
  );
}

interface SendFieldsProps {
  readonly network: Network;
  readonly balance: Balance | undefined;
  /** What was filled in before. */
  readonly before: ReturnType<typeof useIntent>;
  readonly wrong: Partial<Record<SendField, string>>;
  readonly isChecking: boolean;
}

function SendFields({ network, balance, before, wrong, isChecking }: SendFieldsProps) {
  const { symbol, decimals } = network;
  const hint = { symbol, decimals: String(decimals) };
  return (
    <>
      <Field
        name="to"
        label={t('forms.recipient')}
        wrong={wrong.to}
        input={(props) => <input {...props} {...plain} readOnly={isChecking} defaultValue={before?.to} />}
      />
      <Field
        name="amount"
        label={t('forms.amount')}
        hint={
          balance
            ? t('forms.amountHint', { ...hint, balance: sayBalance(balance) })
            : t('forms.amountHintUnknown', hint)
        }
        wrong={wrong.amount}
        input={(props) => (
          <span className="with-unit">
            <input
              {...props}
              {...plain}
              inputMode="decimal"
              readOnly={isChecking}
              defaultValue={before && toExactAmount(before.amount, decimals)}
            />
            <span aria-hidden="true" translate="no">
              {symbol}
            </span>
          </span>
        )}
      />
    </>
  );
}

const plain = { type: 'text', autoComplete: 'off', autoCapitalize: 'none', spellCheck: false } as const;

/** The send whose input was at fault, to be fixed instead of written again. */
function useIntent({ notice }: FormProps['family']) {
  const [before] = useState(notice.kind === 'request-failed' ? notice.intent : undefined);
  return before?.kind === 'send' ? before : undefined;
}
