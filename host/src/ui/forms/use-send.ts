import { type AccountId, codeOf, type FamilyId } from '@linkspan/contract';
import { useEffect, useRef, useState } from 'react';
import { checkSendMs, quotePauseMs } from '../../limits.ts';
import { useLate, useShell } from '../use-shell.ts';
import { checkSend, type SendFacts, type SendField, toWrong } from './check-send.ts';
import { type FormProps, useWrong } from './form-dialog.tsx';

/** Checks and sends the filled-in fields. Closes the form once the wallet is asked, or if the check takes too long. */
export function useSend({
  family,
  from,
  facts,
  close,
}: Omit<FormProps, 'card'> & { from: AccountId; facts: SendFacts }) {
  const { config, notice, commands, quoted } = family;
  const shell = useShell();
  const { wrong, found, setWrong, clearWrong } = useWrong<SendField>();
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
    if (checked.wrong) return setWrong(checked.wrong);
    setWrong({});
    setChecking(true);
    quoted.current = facts.fee === undefined ? undefined : { ...checked, account: from, fee: facts.fee };
    await commands.send(checked.to, checked.amount, from);
    if (!isOpen.current) return;
    const request = shell.request(config.id).get();
    const mistakes = request.state === 'failed' && toWrong(config, request.failure);
    if (!mistakes) return leave();
    commands.dismiss();
    setChecking(false);
    setWrong(mistakes);
  };
  const cancel = () => {
    if (isChecking) commands.cancel();
    leave();
  };
  return { wrong, found, clearWrong, isChecking, run, cancel };
}

/** What is asked for: to send an amount of smallest units. Without an amount nothing is asked. */
interface WantedQuote {
  readonly family: FamilyId;
  readonly from: AccountId;
  readonly to: string;
  readonly amount: string | undefined;
}

/** What the network takes, in the smallest unit, or the code of why it does not setWrong. */
type Quoted = { readonly fee: bigint } | { readonly code: string | undefined };

/**
 * About what a send to a recipient costs: the latest answer for it, undefined until there is one. It is asked for at most
 * once in `quotePauseMs`, and what has been changed meanwhile is not heard.
 */
export function useQuote({ family, from, to, amount }: WantedQuote): Quoted | undefined {
  const { commands } = useShell();
  const [answer, setAnswer] = useState<{ to: string; from: AccountId; quoted: Quoted }>();
  const mayAskAt = useRef(0);
  useEffect(() => {
    if (to === '' || amount === undefined) return;
    let isOver = false;
    const take = (quoted: Quoted) => {
      if (!isOver) setAnswer({ to, from, quoted });
    };
    const ask = () => {
      mayAskAt.current = performance.now() + quotePauseMs;
      commands.quote(family, to, amount, from).then(
        ({ fee }) => take({ fee: BigInt(fee) }),
        (error: unknown) => take({ code: codeOf(error) }),
      );
    };
    const pauseMs = mayAskAt.current - performance.now();
    const timer = pauseMs > 0 ? setTimeout(ask, pauseMs) : undefined;
    if (timer === undefined) ask();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [commands, family, from, to, amount]);
  return answer?.to === to && answer.from === from ? answer.quoted : undefined;
}

type Written = Readonly<Record<SendField, string>>;

const empty: Written = { to: '', amount: '' };

/** What the fields of a send hold as it is written, `first` at first. The inputs keep it themselves, as the page's own do. */
export function useFields(given: Written = empty) {
  const [first] = useState(given);
  const [written, setWritten] = useState(first);
  const inputs = { to: useRef<HTMLInputElement>(null), amount: useRef<HTMLInputElement>(null) };
  /** A person has changed a field. */
  const keep = (name: SendField, text: string) => setWritten((now) => ({ ...now, [name]: text }));
  return {
    first,
    written,
    inputs,
    keep,
    /** The page changes a field. */
    fill(name: SendField, text: string) {
      const input = inputs[name].current;
      if (input) input.value = text;
      keep(name, text);
    },
  };
}
