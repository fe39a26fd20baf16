import { type FamilyId, isA, LinkspanError, Misshapen, type Shape } from '@linkspan/contract';

/** What a remote of this family has published, parsed and frozen. Throws `remote/malformed` with the place. */
export function readFact<Value>(family: FamilyId, shape: Shape<Value>, given: unknown): Value {
  try {
    return shape(given, '');
  } catch (cause) {
    const place = isA(cause, Misshapen) ? cause.place : 'the value';
    throw new LinkspanError('remote/malformed', { family, place }, { cause });
  }
}
