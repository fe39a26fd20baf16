import { type AccountId, codeOf, type FamilyId } from '@linkspan/contract';
import { useEffect, useRef, useState } from 'react';
import { quotePauseMs } from '../../limits.ts';
import { useShell } from '../shell-context.ts';

/** What is asked for: to send an amount of smallest units. Without an amount nothing is asked. */
export interface WantedQuote {
  readonly family: FamilyId;
  readonly from: AccountId;
  readonly to: string;
  readonly amount: string | undefined;
}

/** What the network takes, in the smallest unit, or the code of why it does not tell. */
export type Quoted = { readonly fee: bigint } | { readonly code: string | undefined };

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
