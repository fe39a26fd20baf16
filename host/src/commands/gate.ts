import type { ShellRequest } from '@linkspan/app/page';
import {
  accountsOf,
  type CallRequest,
  type Connection,
  cleanText,
  type FamilyId,
  isA,
  LinkspanError,
  mostAbi,
  type NetworkId,
  type Readable,
  type Reading,
  tryTo,
  type View,
} from '@linkspan/contract';
import { deepFreeze, toReadable } from '@linkspan/store';
import { atom, type WritableAtom } from 'nanostores';
import { createDeferred, orAborted } from '../async.ts';
import { type Ledger, MaybeSentError } from '../ledger/ledger.ts';
import { mostApplicationRequests } from '../limits.ts';
import { isAsking, type Request } from '../session/request.ts';
import { type Ask, walletNameOf } from './ask.ts';
import type { Requests } from './requests.ts';

/** Dependencies of the gate. */
export interface GateDependencies {
  readonly view: View;
  readonly requests: Pick<Requests, 'of'>;
  readonly ask: Pick<Ask, 'read' | 'answer'>;
  readonly ledger: Pick<Ledger, 'untilLanded'>;
  /** Throws `release/…` if the family's release was stopped. */
  assertMayRun(family: FamilyId): void;
  switchNetwork(family: FamilyId, network: NetworkId): Promise<void>;
}

interface Turns {
  /** Settles once each of them has its turn, or needs none. */
  entered: Promise<unknown>;
  /** Settles once the last of them is over. */
  last: Promise<unknown>;
  waiting: number;
  /** The method of the application's request under way. */
  method: string | undefined;
  /** Who made the request that the wallet was last asked. */
  asked: Pick<ShellRequest, 'by' | 'method'>;
  readonly $request: WritableAtom<ShellRequest>;
}

const none: ShellRequest = Object.freeze({ state: 'none' });

/**
 * The way from the application to the wallets. One request at a time reaches a family's wallet: those of the application in
 * their order, each once the shell asks nothing. It is a courtesy to the person, and no wall: all code of a page shares one
 * realm.
 */
export class Gate {
  readonly #needs: GateDependencies;
  readonly #turns: ReadonlyMap<FamilyId, Turns>;

  constructor(needs: GateDependencies) {
    this.#needs = needs;
    const create = (family: FamilyId): Turns => {
      const turns: Turns = {
        ...{
          entered: Promise.resolve(),
          last: Promise.resolve(),
          waiting: 0,
          method: undefined,
          asked: { by: 'shell' },
        },
        $request: atom(none),
      };
      needs.requests.of(family).listen(() => {
        const { method } = turns;
        turns.asked = method === undefined ? { by: 'shell' } : { by: 'application', method };
        this.#show(family);
      });
      return turns;
    };
    this.#turns = new Map(needs.view.families.map((family) => [family, create(family)]));
  }

  /** What a family's wallet is being asked. */
  request(family: FamilyId): Readable<ShellRequest> {
    return toReadable(this.#of(family).$request);
  }

  /**
   * Carries out a request of the application. Rejects as `Handle.read` does, before anybody is asked; with
   * `wallet/busy` if too many wait, `wallet/account-changed` or `wallet/not-connected` if the account in use changed
   * meanwhile, with `release/…` if the release was stopped, with `wallet/may-be-sent`, and as the wallet does.
   */
  async call(family: FamilyId, call: Omit<CallRequest, 'kind'>): Promise<unknown> {
    const asked = parseCall(call);
    const summary = parseSummary(call);
    this.#needs.assertMayRun(family);
    const turns = this.#of(family);
    const [earlier, entered] = [turns.entered, createDeferred<void>()];
    turns.entered = Promise.all([earlier, entered.promise]);
    try {
      const reading = await this.#needs.ask.read(family, asked);
      if (reading.asks === 'nobody') return (await reading.answer()).value;
      // One that is read faster does not pass another.
      await earlier;
      return this.inTurn(family, asked.method, () => this.#ask(family, reading, summary));
    } finally {
      entered.resolve();
    }
  }

  /**
   * Runs a request of the application once the wallet is free. Rejects as `call` does. A request that is cancelled on its card
   * is over for the application, unless the wallet may still send: see `Requests.run`. The next one in turn does not wait for
   * that, nor for other owners of the account.
   */
  async inTurn<Value>(family: FamilyId, method: string, run: () => Promise<Value>): Promise<Value> {
    const turns = this.#of(family);
    const wallet = this.#walletOf(family);
    if (turns.waiting >= mostApplicationRequests) throw new LinkspanError('wallet/busy', { wallet });
    const [before, over] = [turns.last, createDeferred<void>()];
    turns.last = Promise.all([before, over.promise]);
    turns.waiting += 1;
    this.#show(family);
    try {
      await this.#waitForTurn(family, before);
      turns.method = method;
    } catch (error) {
      over.resolve();
      throw error;
    } finally {
      turns.waiting -= 1;
      this.#show(family);
    }
    const request = this.#needs.requests.of(family);
    let [isAsked, isOver] = [false, false];
    const finish = () => {
      if (isOver) return;
      isOver = true;
      end();
      turns.method = undefined;
      over.resolve();
      this.#show(family);
    };
    // One that was cancelled, or whose wallet has gone, holds up nobody: its answer may never come.
    const end = request.listen((now) => {
      if (isAsked && !isAsking(now)) finish();
      isAsked ||= isAsking(now);
    });
    try {
      return await run();
    } catch (error) {
      throw toTold(error, wallet);
    } finally {
      finish();
    }
  }

  #of(family: FamilyId): Turns {
    const turns = this.#turns.get(family);
    if (turns === undefined) throw new LinkspanError('remote/unknown-family', { family });
    return turns;
  }

  /** Settles once those before it are over and the shell asks nothing; rejects as soon as another account is in use. */
  async #waitForTurn(family: FamilyId, before: Promise<unknown>): Promise<void> {
    const { connection } = this.#needs.view.family(family);
    const [account] = accountsOf(connection.get());
    if (account === undefined) throw new LinkspanError('wallet/not-connected', {});
    const wallet = toWalletId(connection.get());
    const [changed, free] = [new AbortController(), createDeferred<void>()];
    const ends = [
      connection.listen((now) => {
        const [next] = accountsOf(now);
        if (next === undefined) changed.abort(new LinkspanError('wallet/not-connected', {}));
        else if (next !== account || toWalletId(now) !== wallet)
          changed.abort(new LinkspanError('wallet/account-changed', { account }));
      }),
    ];
    try {
      await orAborted(before, changed.signal);
      ends.push(this.#needs.requests.of(family).subscribe((now) => isAsking(now) || free.resolve()));
      await orAborted(free.promise, changed.signal);
    } finally {
      for (const end of ends) end();
    }
  }

  async #ask(
    family: FamilyId,
    reading: Exclude<Reading, { asks: 'nobody' }>,
    summary: string,
  ): Promise<unknown> {
    if (reading.asks === 'network') {
      await this.#needs.switchNetwork(family, reading.network);
      return (await reading.answer()).value;
    }
    const { value, sent } = await this.#needs.ask.answer(family, reading, summary);
    return value === undefined && sent ? this.#needs.ledger.untilLanded(family, sent.transaction) : value;
  }

  #walletOf(family: FamilyId): string {
    return walletNameOf(this.#needs.view, family);
  }

  #show(family: FamilyId): void {
    const { $request, ...turns } = this.#of(family);
    const next = toShown(this.#needs.requests.of(family).get(), turns);
    if (JSON.stringify(next) !== JSON.stringify($request.get())) $request.set(next);
  }
}

/** What an application is told: why the page has no answer does not say that nothing was sent. */
function toTold(error: unknown, wallet: string): unknown {
  if (!isA(error, MaybeSentError)) return error;
  return new LinkspanError('wallet/may-be-sent', { wallet, reason: error.code }, { cause: error });
}

function toShown(request: Request, { asked, method, waiting }: Omit<Turns, '$request'>): ShellRequest {
  if (isAsking(request)) return { state: 'asking', ...asked };
  if (method !== undefined) return { state: 'waiting', by: 'application', method };
  if (waiting > 0) return { state: 'waiting', by: 'application' };
  return request.state === 'failed' ? { state: 'failed', ...asked } : none;
}

function toWalletId(connection: Connection): string | undefined {
  return 'wallet' in connection ? connection.wallet.id : undefined;
}

/** The longest request, in characters of JSON. */
const mostParams = 200_000;
/** The longest summary, in characters. */
const mostSummary = 120;

/** A copy that nobody can change while it is read, shown and sent. Throws `input/call`. */
function parseCall({ method, params, network, abi }: Omit<CallRequest, 'kind'>): CallRequest {
  if (typeof method !== 'string' || !/^[\w:]{1,60}$/.test(method))
    throw new LinkspanError('input/call', {
      method: typeof method === 'string' ? method.slice(0, 60) : '',
      place: 'method',
    });
  try {
    const text = JSON.stringify(params, assertWritable) ?? 'null';
    if (text.length > mostParams) throw new Error('too long');
    const known = copyAbi(abi);
    return deepFreeze({
      ...{ kind: 'call', method, params: JSON.parse(text), network },
      ...(known && { abi: known }),
    });
  } catch (cause) {
    throw new LinkspanError('input/call', { method, place: 'params' }, { cause });
  }
}

/** A copy of a list; undefined for anything else, and for more than a request may bring. */
function copyAbi(abi: unknown): readonly unknown[] | undefined {
  const text = Array.isArray(abi) ? tryTo(() => JSON.stringify(abi)) : undefined;
  return text !== undefined && text.length <= mostAbi ? JSON.parse(text) : undefined;
}

/** What the application says as one line to show; perhaps nothing. Throws `input/call`. */
function parseSummary({ method, summary = '' }: Omit<CallRequest, 'kind'>): string {
  if (typeof summary === 'string') return cleanText(summary, mostSummary);
  throw new LinkspanError('input/call', { method, place: 'summary' });
}

/** JSON leaves out a function, and writes `null` for what is not a number: another request than the application's. */
function assertWritable(_: string, value: unknown): unknown {
  const isLost =
    typeof value === 'number' ? !Number.isFinite(value) : /^(function|symbol)$/.test(typeof value);
  if (isLost) throw new Error(`${typeof value} in JSON`);
  return value;
}
