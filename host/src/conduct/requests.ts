import { type FamilyId, LinkspanError, type Readable, toFailure, type View } from '@linkspan/contract';
import { toReadable } from '@linkspan/store';
import { atom, type WritableAtom } from 'nanostores';
import type { Request } from '../shell.ts';

/** What each family's wallet is being asked for. */
export interface Requests {
  of(family: FamilyId): Readable<Request>;
  /**
   * Runs what a wallet is asked for; its failure is in `of(family)`, and is passed on. One at a time per family: a
   * second rejects with `wallet/pending`, runs nothing and changes nothing. What begins with checking calls `ask`
   * before the wallet is asked; it throws `wallet/not-connected` where the request is over by then.
   */
  run<Value>(family: FamilyId, asking: Asking, command: (ask: () => void) => Promise<Value>): Promise<Value>;
  /** Runs what shows no prompt; only its failure is in `of(family)`, where the wallet is not being asked. */
  watch<Value>(family: FamilyId, command: () => Promise<Value>): Promise<Value>;
  dismiss(family: FamilyId): void;
}

type Asking = Request & { readonly state: 'checking' | 'asking' | 'switching' };

const none: Request = Object.freeze({ state: 'none' });

/** A request belongs to the wallet that was asked: once another one or none is connected, it is over. */
export function createRequests(view: View): Requests {
  const atoms = new Map(view.families.map((family) => [family, atom<Request>(none)]));
  const atomOf = (family: FamilyId) => atoms.get(family) as WritableAtom<Request>;
  const readables = new Map([...atoms].map(([family, $request]) => [family, toReadable($request)]));
  for (const family of view.families) listenForEnd(view, family, () => atomOf(family).set(none));

  return {
    of: (family) => readables.get(family) as Readable<Request>,
    dismiss(family) {
      if (atomOf(family).get().state === 'failed') atomOf(family).set(none);
    },
    async run(family, asking, command) {
      const $request = atomOf(family);
      if (isAsking($request.get()))
        throw new LinkspanError('wallet/pending', { wallet: walletOf(view, family)?.name ?? '' });
      let own: Asking = { ...asking };
      $request.set(own);
      const ask = () => {
        if ($request.get() !== own) throw new LinkspanError('wallet/not-connected', {});
        if (own.state !== 'checking') return;
        own = { ...own, state: 'asking' };
        $request.set(own);
      };
      try {
        const value = await command(ask);
        if ($request.get() === own) $request.set(none);
        return value;
      } catch (error) {
        if ($request.get() === own) $request.set(toFailed(error, asking));
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
  };
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
  return { state: 'failed', failure, ...(asking && 'intent' in asking && { intent: asking.intent }) };
}
