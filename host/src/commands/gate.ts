import type { ShellRequest } from '@linkspan/app/page';
import {
  type ApplicationCall,
  accountsOf,
  type CallIntent,
  type FamilyId,
  hasCode,
  isSending,
  LinkspanError,
  type NetworkId,
  type Readable,
  type Reading,
  type SendingIntent,
  type View,
} from '@linkspan/contract';
import { toReadable } from '@linkspan/store';
import { atom, type WritableAtom } from 'nanostores';
import { orAborted } from '../async.ts';
import { mostApplicationRequests } from '../limits.ts';
import type { Connectors } from '../loader/connector.ts';
import { isAsking, type Request } from '../session/request.ts';
import type { Ask } from './commands.ts';
import type { Requests } from './requests.ts';
import type { Transactions } from './transactions.ts';

/** Dependencies of the gate. */
export interface GateDependencies {
  readonly view: View;
  readonly requests: Pick<Requests, 'of'>;
  readonly connectors: Pick<Connectors, 'mounted'>;
  readonly transactions: Pick<Transactions, 'carryOut'>;
  readonly ask: Ask;
  /** Throws `release/…` if the family's release was stopped. */
  assertMayRun(family: FamilyId): void;
  switchNetwork(family: FamilyId, network: NetworkId): Promise<void>;
}

interface Turns {
  /** Settles once the last of them is over. */
  last: Promise<unknown>;
  count: number;
  readonly $request: WritableAtom<ShellRequest>;
  /** The method of the application's request under way. */
  method: string | undefined;
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
      const turns: Turns = { last: Promise.resolve(), count: 0, $request: atom(none), method: undefined };
      needs.requests.of(family).listen(() => this.#show(family));
      return turns;
    };
    this.#turns = new Map(needs.view.families.map((family) => [family, create(family)]));
  }

  /** What a family's wallet is being asked. */
  request(family: FamilyId): Readable<ShellRequest> {
    return toReadable(this.#of(family).$request);
  }

  /**
   * Carries out a request of the application. Rejects as `Handle.readCall` does, before anybody is asked; with
   * `wallet/busy` if too many wait, `wallet/account-changed` or `wallet/not-connected` if the account in use changed
   * meanwhile, with `release/…` if the release was stopped, and as the wallet does.
   */
  async call(family: FamilyId, call: ApplicationCall): Promise<unknown> {
    const asked = parseCall(call);
    this.#needs.assertMayRun(family);
    const handle = await this.#needs.connectors.mounted(family);
    const reading = await (handle.readCall?.(asked) ??
      Promise.reject(new LinkspanError('wallet/unsupported', { wallet: '', method: asked.method })));
    switch (reading.asks) {
      case 'nobody':
        return reading.answer();
      case 'network':
        return this.inTurn(family, asked.method, async () => {
          await this.#needs.switchNetwork(family, reading.network);
          return reading.answer();
        });
      case 'person':
        return this.inTurn(family, asked.method, () => this.#askPerson(family, reading));
    }
  }

  /** Runs a request of the application once the wallet is free. Rejects as `call` does. */
  async inTurn<Value>(family: FamilyId, method: string, run: () => Promise<Value>): Promise<Value> {
    const turns = this.#of(family);
    if (turns.count >= mostApplicationRequests)
      throw new LinkspanError('wallet/busy', { wallet: this.#walletOf(family) });
    turns.count += 1;
    const waiting = this.#waitForTurn(family, turns.last);
    const turn = waiting.then(() => {
      turns.method = method;
      return run();
    });
    // The next one waits for the wallet, not for the application's own promise.
    turns.last = turn
      .catch(() => undefined)
      .finally(() => {
        turns.count -= 1;
        turns.method = undefined;
        this.#show(family);
      });
    this.#show(family);
    return turn;
  }

  #of(family: FamilyId): Turns {
    const turns = this.#turns.get(family);
    if (turns === undefined) throw new LinkspanError('remote/unknown-family', { family });
    return turns;
  }

  /** Rejects as soon as the account in use is another one, or none. */
  async #waitForTurn(family: FamilyId, before: Promise<unknown>): Promise<void> {
    const { connection } = this.#needs.view.family(family);
    const [account] = accountsOf(connection.get());
    if (account === undefined) throw new LinkspanError('wallet/not-connected', {});
    const changed = new AbortController();
    const end = connection.listen((now) => {
      if (accountsOf(now)[0] !== account)
        changed.abort(new LinkspanError('wallet/account-changed', { account }));
    });
    try {
      await orAborted(
        before.then(() => untilFree(this.#needs.requests.of(family))),
        changed.signal,
      );
    } finally {
      end();
    }
  }

  /**
   * A request that is cancelled on its card is over for the application, unless it can move coins: then it ends when the
   * wallet has answered, which may send it all the same.
   */
  async #askPerson(family: FamilyId, reading: Reading & { readonly asks: 'person' }): Promise<unknown> {
    const { intent } = reading;
    let sending: Promise<{ readonly value: unknown }> | undefined;
    try {
      const { value } = await this.#needs.ask(
        family,
        (account) => assertAccount(intent, account),
        (_, wanted, assertWanted) => {
          if (!isSending(wanted)) return reading.answer({ noted: () => undefined });
          sending = this.#send(family, wanted, reading, assertWanted);
          return sending;
        },
      );
      return value.value;
    } catch (error) {
      if (sending === undefined || !hasCode(error, 'wallet/cancelled')) throw error;
      return (await sending).value;
    }
  }

  #send(
    family: FamilyId,
    intent: SendingIntent,
    reading: Reading & { readonly asks: 'person' },
    assertWanted: () => void,
  ) {
    return this.#needs.transactions.carryOut(
      family,
      intent,
      (options) => reading.answer(options),
      assertWanted,
    );
  }

  #walletOf(family: FamilyId): string {
    const connection = this.#needs.view.family(family).connection.get();
    return 'wallet' in connection ? connection.wallet.name : '';
  }

  #show(family: FamilyId): void {
    const { $request, method, count } = this.#of(family);
    $request.set(toShown(this.#needs.requests.of(family).get(), method, count));
  }
}

function toShown(request: Request, method: string | undefined, count: number): ShellRequest {
  const by = method === undefined ? 'shell' : 'application';
  const named = method === undefined ? {} : { method };
  if (isAsking(request)) return { state: 'asking', by, ...named };
  if (count > 0) return { state: 'waiting', by: 'application', ...named };
  return request.state === 'failed' ? { state: 'failed', by, ...named } : none;
}

function assertAccount(intent: CallIntent, account: string): CallIntent {
  if (intent.account !== account)
    throw new LinkspanError('wallet/account-changed', { account: intent.account });
  return intent;
}

function untilFree(request: Readable<Request>): Promise<void> {
  return new Promise((resolve) => {
    const end = request.subscribe((now) => {
      if (isAsking(now)) return;
      resolve();
      // `subscribe` calls before it returns.
      queueMicrotask(() => end());
    });
  });
}

/** The longest request, in characters of JSON. */
const mostParams = 200_000;

/** A copy that nobody can change while it is read, shown and sent. Throws `input/call`. */
function parseCall({ method, params, network }: ApplicationCall): ApplicationCall {
  if (typeof method !== 'string' || !/^\w{1,60}$/.test(method))
    throw new LinkspanError('input/call', { method: String(method).slice(0, 60), place: 'method' });
  try {
    const text = JSON.stringify(params) ?? 'null';
    if (text.length > mostParams) throw new Error('too long');
    return { method, params: JSON.parse(text), network };
  } catch (cause) {
    throw new LinkspanError('input/call', { method, place: 'params' }, { cause });
  }
}
