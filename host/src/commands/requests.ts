import { type FamilyId, isA, LinkspanError, type Readable, toFailure, type View } from '@linkspan/contract';
import { toReadable } from '@linkspan/store';
import { atom, type WritableAtom } from 'nanostores';
import { orAborted } from '../async.ts';
import { promptLateMs } from '../limits.ts';
import type { Request } from '../session/request.ts';
import { UnsentError } from './transactions/unsent-error.ts';

/** What each family's wallet is being asked for. */
export interface Requests {
  of(family: FamilyId): Readable<Request>;
  /**
   * Runs what a wallet is asked for; its failure is in `of(family)`, and is passed on. One at a time per family: a
   * second rejects with `wallet/pending`, runs nothing and changes nothing. What begins with checking calls `ask`
   * before the wallet is asked; it throws `wallet/not-connected` or `wallet/cancelled` where the request is over by
   * then. Rejects with `wallet/cancelled` as soon as it is cancelled, while the command runs on: the wallet may still
   * show its prompt, and what is to be done with a late answer is the command's to do.
   */
  run<Value>(family: FamilyId, asking: Asking, command: (ask: () => void) => Promise<Value>): Promise<Value>;
  /** Runs what shows no prompt; only its failure is in `of(family)`, where the wallet is not being asked. */
  watch<Value>(family: FamilyId, command: () => Promise<Value>): Promise<Value>;
  /** Ends what the wallet is being asked for, as far as the page goes. Returns whether there was any. */
  cancel(family: FamilyId): boolean;
  dismiss(family: FamilyId): void;
}

type Asking = Request & { readonly state: 'checking' | 'asking' | 'switching' };

interface Running {
  shown: Asking;
  readonly control: AbortController;
  /** Settles when the command is over, cancelled or not. */
  answer: Promise<unknown>;
  lateTimer?: ReturnType<typeof setTimeout>;
}

const none: Request = Object.freeze({ state: 'none' });

/** A request belongs to the wallet that was asked: once another one or none is connected, it is over. */
export function createRequests(view: View): Requests {
  const atoms = new Map(view.families.map((family) => [family, atom<Request>(none)]));
  const atomOf = (family: FamilyId) => atoms.get(family) as WritableAtom<Request>;
  const readables = new Map([...atoms].map(([family, $request]) => [family, toReadable($request)]));
  const underWay = new Map<FamilyId, Running>();
  for (const family of view.families) listenForEnd(view, family, () => atomOf(family).set(none));

  const isCurrent = (family: FamilyId, { shown }: Running) => atomOf(family).get() === shown;

  function show(family: FamilyId, running: Running, next: Asking): void {
    running.shown = next;
    atomOf(family).set(next);
  }

  /** From here on a person is looking at a prompt: past the deadline that is told, and nothing is cut off. */
  function beginPrompt(family: FamilyId, running: Running): void {
    running.lateTimer = setTimeout(() => {
      const { shown } = running;
      if (isCurrent(family, running) && shown.state !== 'checking')
        show(family, running, { ...shown, isLate: true });
    }, promptLateMs);
  }

  function begin(family: FamilyId, asking: Asking): Running {
    if (isAsking(atomOf(family).get()))
      throw new LinkspanError('wallet/pending', { wallet: walletOf(view, family)?.name ?? '' });
    const running: Running = {
      shown: { ...asking },
      control: new AbortController(),
      answer: Promise.resolve(),
    };
    underWay.set(family, running);
    atomOf(family).set(running.shown);
    if (asking.state !== 'checking') beginPrompt(family, running);
    return running;
  }

  function ask(family: FamilyId, running: Running): void {
    running.control.signal.throwIfAborted();
    if (!isCurrent(family, running)) throw new LinkspanError('wallet/not-connected', {});
    if (running.shown.state !== 'checking') return;
    show(family, running, { state: 'asking', intent: running.shown.intent });
    beginPrompt(family, running);
  }

  return {
    of: (family) => readables.get(family) as Readable<Request>,
    dismiss(family) {
      if (atomOf(family).get().state === 'failed') atomOf(family).set(none);
    },
    async run(family, asking, command) {
      const $request = atomOf(family);
      const running = begin(family, asking);
      const answer = answerOf(command, () => ask(family, running), running);
      running.answer = answer;
      try {
        const value = await orAborted(answer, running.control.signal);
        if (isCurrent(family, running)) $request.set(none);
        return value;
      } catch (error) {
        if (isCurrent(family, running)) $request.set(toFailed(error, asking));
        throw error;
      }
    },
    async watch(family, command) {
      const $request = atomOf(family);
      try {
        return await command();
      } catch (error) {
        if (!isAsking($request.get())) $request.set(toFailed(error));
        throw error;
      }
    },
    cancel(family) {
      const $request = atomOf(family);
      const running = underWay.get(family);
      if (running === undefined || !isCurrent(family, running)) return false;
      const cancelled = new LinkspanError('wallet/cancelled', { wallet: walletOf(view, family)?.name ?? '' });
      const told = running.shown.state === 'checking' ? none : toFailed(cancelled, running.shown);
      $request.set(told);
      running.control.abort(cancelled);
      // Once the wallet has answered, it shows nothing any more that the page need speak of.
      const drop = () => $request.get() === told && $request.set(none);
      running.answer.then(drop, drop);
      return true;
    },
  };
}

async function answerOf<Value>(
  command: (ask: () => void) => Promise<Value>,
  ask: () => void,
  running: Running,
): Promise<Value> {
  try {
    return await command(ask);
  } finally {
    clearTimeout(running.lateTimer);
  }
}
function listenForEnd(view: View, family: FamilyId, onEnd: () => void): void {
  let before = walletOf(view, family)?.id;
  view.family(family).connection.listen(() => {
    const now = walletOf(view, family)?.id;
    if (now !== before) onEnd();
    before = now;
  });
}

function walletOf(view: View, family: FamilyId) {
  const connection = view.family(family).connection.get();
  return connection.status === 'connected' ? connection.wallet : undefined;
}

function isAsking(request: Request): boolean {
  return request.state !== 'none' && request.state !== 'failed';
}

function toFailed(error: unknown, asking?: Asking): Request {
  const failure = toFailure(error, { code: 'remote/failed', context: {} });
  return {
    state: 'failed',
    failure,
    ...(asking && 'intent' in asking && { intent: asking.intent }),
    ...(isA(error, UnsentError) && { isUnsent: true as const }),
  };
}
