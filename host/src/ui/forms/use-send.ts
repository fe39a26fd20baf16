import type { AccountId } from '@linkspan/contract';
import { useEffect, useRef, useState } from 'react';
import { checkSendMs } from '../../limits.ts';
import { useLate } from '../cards/use-late.ts';
import { useShell } from '../shell-context.ts';
import { checkSend, type SendFacts, type SendField, toWrong } from './check-send.ts';
import type { FormProps } from './form-props.ts';
import { useWrong } from './use-wrong.ts';

/** What a send is made of, beside what is filled in. */
interface SendTerms extends Omit<FormProps, 'card'> {
  readonly from: AccountId;
  readonly facts: SendFacts;
}

/** Checks and sends what was filled in. Closes the form as soon as the wallet is asked, or the check takes too long. */
export function useSend({ family, from, facts, close }: SendTerms) {
  const { config, notice, commands, quoted } = family;
  const shell = useShell();
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
  const isLate = useLate(checkSendMs, String(isChecking));
  useEffect(() => {
    if (isChecking && (isLate || notice.kind === 'asking')) leave();
  });
  const run = async (values: Readonly<Record<string, string>>) => {
    const checked = checkSend(values, facts);
    if (checked.wrong) return tell(checked.wrong);
    tell({});
    setChecking(true);
    quoted.current = facts.fee === undefined ? undefined : { ...checked, account: from, fee: facts.fee };
    await commands.send(checked.to, checked.amount, from);
    if (!isOpen.current) return;
    const request = shell.request(config.id).get();
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
  return { wrong, told, takeBack, isChecking, run, cancel };
}
