import { isA, LinkspanError, Misshapen, oneOf, record, type Shape } from '@linkspan/contract';

/**
 * The remote's own part of the configuration: `practice`, where practice wallets may be marked as such, and what a
 * family has beside it. Throws `config/malformed`.
 */
export function parseOptions<More extends Record<string, Shape<unknown>> = Record<never, never>>(
  given: unknown,
  more: More = {} as More,
) {
  try {
    return record({}, { practice: oneOf([true]), ...more })(given ?? {}, 'options');
  } catch (cause) {
    if (!isA(cause, Misshapen)) throw cause;
    throw new LinkspanError('config/malformed', { place: cause.place, expected: cause.expected }, { cause });
  }
}
