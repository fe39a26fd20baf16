import { type FamilyId, type Readable, toFailure } from '@linkspan/contract';
import { atom, type WritableAtom } from 'nanostores';
import type { Request } from '../shell.ts';

/** What each family's wallet is being asked for. */
export interface Requests {
  of(family: FamilyId): Readable<Request>;
  /** Runs one request of a family; its outcome or failure is in `of(family)`, and is passed on. */
  run<Value>(family: FamilyId, asking: Asking, command: () => Promise<Value>): Promise<Value>;
  dismiss(family: FamilyId): void;
}

type Asking = Request & { readonly state: 'asking' | 'switching' };

const none: Request = Object.freeze({ state: 'none' });

export function createRequests(families: readonly FamilyId[]): Requests {
  const atoms = new Map(families.map((family) => [family, atom<Request>(none)]));
  const atomOf = (family: FamilyId) => atoms.get(family) as WritableAtom<Request>;
  return {
    of: atomOf,
    dismiss(family) {
      if (atomOf(family).get().state === 'failed') atomOf(family).set(none);
    },
    async run(family, asking, command) {
      const $request = atomOf(family);
      $request.set(asking);
      try {
        const value = await command();
        if ($request.get() === asking) $request.set(none);
        return value;
      } catch (error) {
        const failure = toFailure(error, { code: 'remote/failed', context: {} });
        const intent = asking.state === 'asking' ? { intent: asking.intent } : {};
        if ($request.get() === asking) $request.set({ state: 'failed', failure, ...intent });
        throw error;
      }
    },
  };
}
