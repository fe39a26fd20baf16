import { isA, LinkspanError, Malformed, type Shape } from '@linkspan/contract';

/** A part of the configuration, from unknown. Throws `config/malformed` with the field. */
export function readConfig<Value>(shape: Shape<Value>, value: unknown, place = ''): Value {
  try {
    return shape(value, place);
  } catch (cause) {
    if (!isA(cause, Malformed)) throw cause;
    throw new LinkspanError('config/malformed', { place: cause.place, expected: cause.expected }, { cause });
  }
}
