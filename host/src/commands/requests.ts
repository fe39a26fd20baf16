import { type FamilyId, isA, LinkspanError, type Readable, toFailure, type View } from '@linkspan/contract';
import { toReadable } from '@linkspan/store';
import { atom, type WritableAtom } from 'nanostores';
import { orAborted } from '../async.ts';
import { promptLateMs } from '../limits.ts';
import { type Asking, isAsking, type Request } from '../session/request.ts';
import { MaybeSentError } from './transactions.ts';

/** What each family's wallet is being asked for. */
export interface Requests {
  of(family: FamilyId): Readable<Request>;
  /**
   * Runs what a wallet is asked for; its failure is in `of(family)`, and is passed on. One at a time per family: a
   * second rejects with `wallet/pending`, runs nothing and changes nothing. A command that starts with a check calls `ask`
   * before the wallet is asked; it throws `wallet/not-connected` or `wallet/cancelled` if the request is over by then. Rejects with `wallet/cancelled` as soon as it is cancelled, while the command runs on: the wallet may still
   * show its prompt, and what is to be done with a late answer is the command's to do.
   */
  run<Value>(family: FamilyId, asking: Asking, command: (ask: () => void) => Promise<Value>): Promise<Value>;
  /** Runs what shows no prompt; only its failure is in `of(family)`, unless the wallet is being asked. */
  watch<Value>(family: FamilyId, command: () => Promise<Value>): Promise<Value>;
  /** Ends what the wallet is being asked for, as far as the page goes. Returns whether there was any. */
  cancel(family: FamilyId): boolean;
  dismiss(family: FamilyId): void;
}

interface Running {
  shown: Asking;
  readonly control: AbortController;
  /** Settles when the command is over, cancelled or not. */
  answer: Promise<unknown>;
  lateTimer?: ReturnType<typeof setTimeout>;
}

const none: Request = Object.freeze({ state: 'none' });

/** The requests of a page. */
interface State {
  readonly view: View;
  readonly atoms: ReadonlyMap<FamilyId, WritableAtom<Request>>;
  readonly running: Map<FamilyId, Running>;
}

/** A request belongs to the wallet that was asked: once another one or none is connected, it is over. */
export function createRequests(view: View): Requests {
  const atoms = new Map(view.families.map((family) => [family, atom<Request>(none)]));
  const state: State = { view, atoms, running: new Map() };
  const readables = new Map([...atoms].map(([family, $request]) => [family, toReadable($request)]));
  for (const family of view.families) listenForEnd(view, family, () => atomOf(state, family).set(none));

  return {
    of: (family) => readables.get(family) as Readable<Request>,
    dismiss(family) {
      const $request = atomOf(state, family);
      if ($request.get().state === 'failed') $request.set(none);
    },
    async run(family, asking, command) {
      const $request = atomOf(state, family);
      const running = begin(state, family, asking);
      const answer = answerOf(command, () => ask(state, family, running), running);
      running.answer = answer;
      try {
        const value = await orAborted(answer, running.control.signal);
        if (isCurrent(state, family, running)) $request.set(none);
        return value;
      } catch (error) {
        if (isCurrent(state, family, running)) $request.set(toFailed(error, asking));
        throw error;
      }
    },
    async watch(family, command) {
      const $request = atomOf(state, family);
      try {
        return await command();
      } catch (error) {
        if (!isAsking($request.get())) $request.set(toFailed(error));
        throw error;
      }
    },
    cancel: (family) => cancel(state, family),
  };
}

function atomOf({ atoms }: State, family: FamilyId): WritableAtom<Request> {
  return atoms.get(family) as WritableAtom<Request>;
}

function isCurrent(state: State, family: FamilyId, { shown }: Running): boolean {
  return atomOf(state, family).get() === shown;
}

function show(state: State, family: FamilyId, running: Running, next: Asking): void {
  running.shown = next;
  atomOf(state, family).set(next);
}

function begin(state: State, family: FamilyId, asking: Asking): Running {
  const $request = atomOf(state, family);
  if (isAsking($request.get())) throw new LinkspanError('wallet/pending', { wallet: nameIn(state, family) });
  const running: Running = {
    shown: { ...asking },
    control: new AbortController(),
    answer: Promise.resolve(),
  };
  state.running.set(family, running);
  $request.set(running.shown);
  if (asking.state !== 'checking') beginPrompt(state, family, running);
  return running;
}

/** From here on a person is looking at a prompt: past the deadline it is shown as late, and not cut off. */
function beginPrompt(state: State, family: FamilyId, running: Running): void {
  running.lateTimer = setTimeout(() => {
    const { shown } = running;
    if (isCurrent(state, family, running) && shown.state !== 'checking')
      show(state, family, running, { ...shown, isLate: true });
  }, promptLateMs);
}

function ask(state: State, family: FamilyId, running: Running): void {
  running.control.signal.throwIfAborted();
  if (!isCurrent(state, family, running)) throw new LinkspanError('wallet/not-connected', {});
  if (running.shown.state !== 'checking') return;
  show(state, family, running, { state: 'asking', intent: running.shown.intent });
  beginPrompt(state, family, running);
}

function cancel(state: State, family: FamilyId): boolean {
  const $request = atomOf(state, family);
  const running = state.running.get(family);
  if (running === undefined || !isCurrent(state, family, running)) return false;
  const cancelled = new LinkspanError('wallet/cancelled', { wallet: nameIn(state, family) });
  // The wallet may still show the request, and send what is approved there.
  const next = running.shown.state === 'checking' ? none : toFailed(cancelled, running.shown, true);
  $request.set(next);
  running.control.abort(cancelled);
  // Once the wallet has answered, it shows nothing any more that the page need speak of.
  const drop = () => $request.get() === next && $request.set(none);
  running.answer.then(drop, drop);
  return true;
}

function nameIn({ view }: State, family: FamilyId): string {
  return walletOf(view, family)?.name ?? '';
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

function toFailed(error: unknown, asking?: Asking, mayBeDone = isA(error, MaybeSentError)): Request {
  const failure = toFailure(error, { code: 'remote/failed', context: {} });
  const intent = asking && 'intent' in asking ? asking.intent : undefined;
  return {
    state: 'failed',
    failure,
    ...(intent && { intent }),
    ...(mayBeDone && intent?.kind === 'send' && { mayBeSent: true as const }),
  };
}
