import {
  type FamilyId,
  type Intent,
  isA,
  isSending,
  LinkspanError,
  type Readable,
  toFailure,
  type View,
} from '@linkspan/contract';
import { toReadable } from '@linkspan/store';
import { atom, type WritableAtom } from 'nanostores';
import { orAborted } from '../async.ts';
import { MaybeSentError } from '../ledger/ledger.ts';
import { promptLateMs } from '../limits.ts';
import { type Asking, isAsking, type Request } from '../session/request.ts';

interface Running {
  shown: Asking;
  readonly control: AbortController;
  /** Settles when the command is over, cancelled or not. */
  answer: Promise<unknown>;
  lateTimer?: ReturnType<typeof setTimeout>;
}

/** How a command tells how far its request is. */
export interface Turn {
  /** `fee` is the network's quote, if there is one. */
  show(intent: Intent, fee?: string): void;
  ask(): void;
}

const none: Request = Object.freeze({ state: 'none' });

/**
 * The requests to each family's wallet. A request ends when another wallet or none is connected: the page shows it no longer.
 * Whoever asked for something that the wallet may still send learns how that ends from the wallet alone.
 */
export class Requests {
  readonly #view: View;
  readonly #atoms: ReadonlyMap<FamilyId, WritableAtom<Request>>;
  readonly #readables: ReadonlyMap<FamilyId, Readable<Request>>;
  readonly #running = new Map<FamilyId, Running>();
  readonly #onEnd: (family: FamilyId) => void;

  /** `onEnd` is called when a request ends before the wallet has answered. */
  constructor(view: View, onEnd: (family: FamilyId) => void = () => undefined) {
    this.#view = view;
    this.#onEnd = onEnd;
    this.#atoms = new Map(view.families.map((family) => [family, atom<Request>(none)]));
    this.#readables = new Map([...this.#atoms].map(([family, $request]) => [family, toReadable($request)]));
    for (const family of view.families) listenForEnd(view, family, () => this.#end(family, none));
  }

  of(family: FamilyId): Readable<Request> {
    return this.#readables.get(family) as Readable<Request>;
  }

  dismiss(family: FamilyId): void {
    const $request = this.#atomOf(family);
    if ($request.get().state === 'failed') $request.set(none);
  }

  /**
   * Runs a request to the wallet; its failure is in `of(family)`, and is thrown. One at a time per family: a second
   * rejects with `wallet/pending`, runs nothing and changes nothing. A command calls `show` once the request is read, and
   * `ask` before the wallet is asked: both throw `wallet/not-connected` or `wallet/cancelled` if the request is over by then.
   * Rejects with `wallet/cancelled` as soon as it is cancelled, while the command runs on: the wallet may still show
   * its prompt, and the command handles a late answer. If the wallet was asked to send, it settles as the command does.
   */
  async run<Value>(
    family: FamilyId,
    asking: Asking,
    command: (turn: Turn) => Promise<Value>,
  ): Promise<Value> {
    const $request = this.#atomOf(family);
    const running = this.#begin(family, asking);
    const turn: Turn = {
      show: (intent, fee) =>
        this.#step(family, running, {
          ...{ ...running.shown, state: 'checking', intent },
          ...(fee !== undefined && { fee }),
        }),
      ask: () => this.#ask(family, running),
    };
    const answer = answerOf(command, turn, running);
    running.answer = answer;
    try {
      const value = await orAborted(answer, running.control.signal).catch((error: unknown) => {
        if (running.control.signal.aborted && mayStillSend(running)) return answer;
        throw error;
      });
      if (this.#isCurrent(family, running)) $request.set(none);
      return value;
    } catch (error) {
      if (this.#isCurrent(family, running)) $request.set(toFailed(error, running.shown));
      throw error;
    }
  }

  /** Runs a command without a prompt; only its failure is in `of(family)`, unless the wallet is being asked. */
  async watch<Value>(family: FamilyId, command: () => Promise<Value>): Promise<Value> {
    const $request = this.#atomOf(family);
    try {
      return await command();
    } catch (error) {
      if (!isAsking($request.get())) $request.set(toFailed(error));
      throw error;
    }
  }

  /** Ends the page's wait for a request. Returns whether there was one. */
  cancel(family: FamilyId): boolean {
    const $request = this.#atomOf(family);
    const running = this.#running.get(family);
    if (running === undefined || !this.#isCurrent(family, running)) return false;
    const cancelled = new LinkspanError('wallet/cancelled', { wallet: this.#nameOf(family) });
    // The wallet may still show the request, and send what is approved there.
    const next = running.shown.state === 'checking' ? none : toFailed(cancelled, running.shown, true);
    this.#end(family, next);
    running.control.abort(cancelled);
    // Once the wallet has answered, it shows no prompt any more.
    const drop = () => $request.get() === next && $request.set(none);
    running.answer.then(drop, drop);
    return true;
  }

  #atomOf(family: FamilyId): WritableAtom<Request> {
    return this.#atoms.get(family) as WritableAtom<Request>;
  }

  #end(family: FamilyId, next: Request): void {
    this.#atomOf(family).set(next);
    this.#onEnd(family);
  }

  #nameOf(family: FamilyId): string {
    return walletOf(this.#view, family)?.name ?? '';
  }

  #isCurrent(family: FamilyId, { shown }: Running): boolean {
    return this.#atomOf(family).get() === shown;
  }

  #show(family: FamilyId, running: Running, next: Asking): void {
    running.shown = next;
    this.#atomOf(family).set(next);
  }

  #begin(family: FamilyId, asking: Asking): Running {
    const $request = this.#atomOf(family);
    if (isAsking($request.get())) throw new LinkspanError('wallet/pending', { wallet: this.#nameOf(family) });
    const control = new AbortController();
    const running: Running = { shown: { ...asking }, control, answer: Promise.resolve() };
    this.#running.set(family, running);
    $request.set(running.shown);
    if (asking.state !== 'checking') this.#beginPrompt(family, running);
    return running;
  }

  /** From here on a person is looking at a prompt: past the deadline it is shown as late, and not cut off. */
  #beginPrompt(family: FamilyId, running: Running): void {
    running.lateTimer = setTimeout(() => {
      const { shown } = running;
      if (this.#isCurrent(family, running) && shown.state !== 'checking')
        this.#show(family, running, { ...shown, isLate: true });
    }, promptLateMs);
  }

  #ask(family: FamilyId, running: Running): void {
    const { shown } = running;
    const isAsked = shown.state !== 'checking' || shown.intent === undefined;
    this.#step(family, running, isAsked ? shown : { ...shown, state: 'asking', intent: shown.intent });
    if (!isAsked) this.#beginPrompt(family, running);
  }

  #step(family: FamilyId, running: Running, next: Asking): void {
    running.control.signal.throwIfAborted();
    if (!this.#isCurrent(family, running)) throw new LinkspanError('wallet/not-connected', {});
    if (next !== running.shown) this.#show(family, running, next);
  }
}

async function answerOf<Value>(
  command: (turn: Turn) => Promise<Value>,
  turn: Turn,
  running: Running,
): Promise<Value> {
  try {
    return await command(turn);
  } finally {
    clearTimeout(running.lateTimer);
  }
}

/** A send's wallet is asked once its connector says so: see `run`. */
function mayStillSend({ shown }: Running): boolean {
  return shown.state === 'asking' && isSending(shown.intent);
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

function toFailed(error: unknown, asking?: Asking, mayBeDone = isA(error, MaybeSentError)): Request {
  const failure = toFailure(error, { code: 'remote/failed', context: {} });
  const { input, intent, summary } = {
    ...{ input: undefined, intent: undefined, summary: undefined },
    ...asking,
  };
  return {
    state: 'failed',
    failure,
    ...(input && { input }),
    ...(intent && { intent }),
    ...(summary && { summary }),
    ...(asking?.state === 'switching' && { network: asking.network }),
    ...(mayBeDone && isSending(intent) && { mayBeSent: true as const }),
  };
}
