import { type Action, type Change, type Fault, type FaultOf, findFault } from './faults.ts';
import { rejected, unsupported, WalletError } from './wallet-error.ts';

/** The wallet whose calls misbehave. */
export interface Misbehaving {
  /** The faults that are on now. They are read again after the call, since a test may change them meanwhile. */
  faults(): readonly Fault[];
  /** Whether the object that the page has is dead, as after an update of its extension: nothing of it answers any more. */
  isDead?(): boolean;
  /** Resolves after so many milliseconds. */
  wait?(ms: number): Promise<unknown>;
}

/** How one call can be changed. What is not given stays as it is. */
export interface Changes<Args extends readonly unknown[], Answer> {
  /** What the wallet is asked instead. */
  asks?(how: Change, args: Args): Args;
  /** What the wallet answers instead. */
  answers?(how: Change, answer: Answer, args: Args): Answer | Promise<Answer>;
}

/** A call of the page to a wallet, such as a request, a feature's method or an injected method. */
type Call<Args extends readonly unknown[], Answer> = (...args: Args) => Promise<Answer>;

/** Adds a wallet's faults to one of its calls. */
export type WithFaults = <Args extends readonly unknown[], Answer>(
  action: Action,
  call: Call<Args, Answer>,
  changes?: Changes<Args, Answer>,
) => Call<Args, Answer>;

/**
 * Makes a sound wallet misbehave: each call runs through the faults that are on. Works for every family, since a fault
 * knows nothing but the action of a call.
 */
export function createWithFaults(wallet: Misbehaving): WithFaults {
  const { isDead = () => false, wait = sleep } = wallet;
  const first = new Map<Action, unknown>();
  const isLost = () => isDead() || findFault(wallet.faults(), 'silence') !== undefined;

  return <Args extends readonly unknown[], Answer>(
    action: Action,
    call: Call<Args, Answer>,
    changes: Changes<Args, Answer> = {},
  ): Call<Args, Answer> => {
    const find = <Does extends Fault['does']>(does: Does) => findFault(wallet.faults(), does, action);
    /** What comes instead of doing what was asked. */
    const before = (): Promise<Answer> | undefined => {
      if (isLost() || find('hang')) return never();
      if (find('lack')) throw unsupported(action);
      const [fail, answer] = [find('fail'), find('answer')];
      if (fail) throw toError(fail);
      return answer && Promise.resolve(answer.value as Answer);
    };
    /** What comes after it was done. */
    const after = async (answer: Answer, args: Args): Promise<Answer> => {
      const [fail, told, change] = [find('failAfter'), find('answerAfter'), find('change')];
      if (isLost() || find('hangAfter')) return never();
      if (fail) throw toError(fail);
      if (told) return told.value as Answer;
      if (!first.has(action)) first.set(action, answer);
      if (find('answerOlder')) return first.get(action) as Answer;
      return change && changes.answers ? changes.answers(change.how, answer, args) : answer;
    };
    return async (...args) => {
      const instead = before();
      if (instead !== undefined) return instead;
      const change = find('change');
      const asked = change && changes.asks ? changes.asks(change.how, args) : args;
      let [outcome] = await Promise.allSettled([call(...asked)]);
      if (outcome.status === 'fulfilled' && find('repeat'))
        [outcome] = await Promise.allSettled([call(...asked)]);
      const delay = find('delay');
      if (delay) await wait(delay.ms);
      if (outcome.status === 'fulfilled') return after(outcome.value, args);
      if (isLost()) return never();
      throw outcome.reason;
    };
  };
}

function toError({ code, message }: FaultOf<'fail' | 'failAfter'>): Error {
  if (code !== undefined) return new WalletError(code, message ?? 'The practice wallet was told to fail.');
  return message === undefined ? rejected() : new Error(message);
}

function never<Value>(): Promise<Value> {
  return new Promise(() => undefined);
}

function sleep(ms: number): Promise<unknown> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
