import { type Discovery, type FamilyId, parseApproved, type Shape, toPlainError } from '@linkspan/contract';
import { readFact } from '@linkspan/store';

/** A discovery as the page calls it: what it answers is parsed, and what it throws is plain, coded where it has a code. */
export function toHeldDiscovery(discovery: Discovery, family: FamilyId): Discovery {
  async function read<Value>(shape: Shape<Value>, call: () => Promise<unknown>): Promise<Value> {
    try {
      return readFact(family, shape, await call());
    } catch (thrown) {
      throw toPlainError(thrown);
    }
  }
  const orNothing: Shape<ReturnType<typeof parseApproved> | undefined> = (value, place) =>
    value === undefined ? undefined : parseApproved(value, place);
  return {
    attempt: (walletId, options) => read(parseApproved, () => discovery.attempt(walletId, options)),
    restore: (walletId, options) => read(orNothing, () => discovery.restore(walletId, options)),
    resume: (url, id) => read(orNothing, () => discovery.resume(url, id)),
    prepare(walletId) {
      try {
        discovery.prepare?.(walletId);
      } catch (error) {
        reportError(error);
      }
    },
  };
}
