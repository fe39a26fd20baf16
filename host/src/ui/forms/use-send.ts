import { type AccountId, type Failure, type FamilyId, type Quote, toFailure } from '@linkspan/contract';
import { useEffect, useRef, useState } from 'react';
import { withDeadline } from '../../async.ts';
import type { Commands } from '../../commands/shell.ts';
import { checkSendMs, quotePauseMs, staleQuoteMs } from '../../limits.ts';
import { useLate, useShell } from '../use-shell.ts';
import {
  checkSend,
  isHolding,
  type RecipientWarning,
  readRecipient,
  type SendFacts,
  type SendField,
  toCanonical,
  toWrong,
} from './check-send.ts';
import { type FormProps, useWrong } from './form-dialog.tsx';

/** The amount of a quote that is asked for without one, in the smallest unit. */
export const smallest = '1';

/** The fields, with what the page knows and shows about them. */
interface Sending extends Omit<FormProps, 'card'> {
  readonly from: AccountId;
  readonly facts: SendFacts;
  /** The failure and the warnings that are shown. */
  readonly failed: Failure | undefined;
  readonly warnings: readonly RecipientWarning[];
  warn(to: string, quoted: Quoted | undefined): readonly RecipientWarning[];
  ask(to: string, amount: string): Promise<Quoted>;
}

/**
 * Checks and sends the filled-in fields. A press waits for the quote; if that brings a warning that was not shown, it
 * sends nothing, and the next one does. Closes the form once the wallet is asked, or if the check takes too long.
 */
export function useSend({ family, from, facts, failed: shown, warnings, warn, ask, close }: Sending) {
  const { config, notice, commands } = family;
  const shell = useShell();
  const { wrong, found, setWrong, clearWrong } = useWrong<SendField>();
  const [step, setStep] = useState<'filling' | 'quoting' | 'checking'>('filling');
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
  const isLate = useLate(checkSendMs, step);
  useEffect(() => {
    if (step === 'checking' && (isLate || notice.kind === 'asking')) leave();
  });
  const stay = (mistakes: Readonly<Partial<Record<SendField, string>>>) => {
    setStep('filling');
    setWrong(mistakes);
  };
  /** The failure of a quote, at its field, unless it was shown and the person may know better. */
  const objectTo = (failed: Failure) =>
    failed.code.startsWith('input/') || failed.code !== shown?.code ? toWrong(facts, failed) : undefined;
  const run = async (values: Readonly<Record<string, string>>) => {
    const early = checkSend(values, facts);
    setWrong(early.wrong ?? {});
    const recipient = readRecipient(values.to ?? '');
    if (recipient === '') return;
    setStep('quoting');
    const late = () => new Error('The network has not quoted the send in time.');
    const answer = await withDeadline(
      ask(recipient, early.wrong ? smallest : early.amount),
      checkSendMs,
      late,
    ).catch(() => undefined);
    if (!isOpen.current) return;
    const { quote, failed } = answer ?? {};
    const checked = checkSend(values, { ...facts, quote });
    const objection = failed && objectTo(failed);
    // All at once.
    if (checked.wrong || objection) return stay({ ...objection, ...checked.wrong });
    const to = toCanonical(checked.to, quote);
    const isSeen = ({ kind }: RecipientWarning) => warnings.some((one) => one.kind === kind);
    if (warn(to, answer).some((one) => isHolding(one) && !isSeen(one))) return stay({});
    setStep('checking');
    const { amount } = checked;
    await commands.request({ kind: 'send', to, amount, account: from });
    if (!isOpen.current) return;
    const request = shell.request(config.id).get();
    const mistakes = request.state === 'failed' && toWrong(facts, request.failure);
    if (!mistakes) return leave();
    commands.dismiss();
    stay(mistakes);
  };
  const cancel = () => {
    if (step === 'checking') commands.cancel();
    leave();
  };
  return { wrong, found, clearWrong, isChecking: step !== 'filling', run, cancel };
}

/** The network's answer to a send that is being filled in. */
export type Quoted =
  | { readonly quote: Quote; readonly failed?: undefined }
  | { readonly failed: Failure; readonly quote?: undefined };

interface Answer {
  readonly to: string;
  readonly amount: string;
  readonly quoted: Quoted;
}

/**
 * The latest quote for a recipient and smallest units, requested at most once in `quotePauseMs`. `ask` requests it at once, unless it is
 * known, and not stale, or under way.
 */
export function useQuote(
  family: FamilyId,
  { from, to, amount }: { from: AccountId; to: string; amount: string },
) {
  const { commands } = useShell();
  const [answer, setAnswer] = useState<Answer>();
  const [quotes] = useState(() =>
    createQuotes(
      (to, amount) => commands.read(family, { kind: 'send', to, amount, account: from }),
      setAnswer,
    ),
  );
  useEffect(() => {
    if (to === '') return;
    const ask = () => void quotes.ask(to, amount);
    const pauseMs = quotes.mayAskAt() - performance.now();
    const timer = pauseMs > 0 ? setTimeout(ask, pauseMs) : undefined;
    if (timer === undefined) ask();
    return () => clearTimeout(timer);
  }, [quotes, to, amount]);
  const current = answer && answer.to === to ? answer : undefined;
  return { ask: quotes.ask, quoted: current?.quoted, isOfAmount: current?.amount === amount };
}

const unquoted: Failure = { code: 'remote/failed', context: {} };

function createQuotes(
  read: (to: string, amount: string) => ReturnType<Commands['read']>,
  answered: (answer: Answer) => void,
) {
  let latest: (Pick<Answer, 'to' | 'amount'> & { readonly answer: Promise<Quoted> }) | undefined;
  let askedAt = Number.NEGATIVE_INFINITY;
  return {
    mayAskAt: () => askedAt + quotePauseMs,
    ask(to: string, amount: string): Promise<Quoted> {
      const now = performance.now();
      const isKnown = latest?.to === to && latest.amount === amount && now - askedAt < staleQuoteMs;
      if (latest && isKnown) return latest.answer;
      askedAt = now;
      const answer = read(to, amount).then(
        ({ quote = unquoted }): Quoted => ('code' in quote ? { failed: quote } : { quote }),
        (error: unknown): Quoted => ({ failed: toFailure(error, unquoted) }),
      );
      const own = { to, amount, answer };
      latest = own;
      answer.then((quoted) => {
        if (latest !== own) return;
        if (quoted.failed) latest = undefined;
        answered({ to, amount, quoted });
      });
      return answer;
    },
  };
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
