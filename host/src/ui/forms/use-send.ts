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

/** The network’s fee in the smallest unit, or the code of a failure. */
type Quoted = { readonly fee: bigint } | { readonly code: string | undefined };

/** The latest quote for a send of smallest units, requested at most once in `quotePauseMs`, and not without an amount. */
export function useQuote(
  family: FamilyId,
  { from, to, amount }: { from: AccountId; to: string; amount: string | undefined },
): Quoted | undefined {
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

/** The values of the fields, `first` at first. The inputs are uncontrolled, like those of HTML. */
export function useFields(given: Written = empty) {
  const [first] = useState(given);
  const [written, setWritten] = useState(first);
  const inputs = { to: useRef<HTMLInputElement>(null), amount: useRef<HTMLInputElement>(null) };
  /** A person has changed a field. */
  const write = (name: SendField, text: string) => setWritten((now) => ({ ...now, [name]: text }));
  return {
    first,
    written,
    inputs,
    write,
    /** The page changes a field. */
    fill(name: SendField, text: string) {
      const input = inputs[name].current;
      if (input) input.value = text;
      write(name, text);
    },
  };
}
