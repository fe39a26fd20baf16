import { codeOf, LinkspanError, toPlainError } from '@linkspan/contract';

/** A code that a remote may give of itself as it starts. */
const ownCode = /^(config|remote)\//;

/**
 * What a remote's module has thrown as it was started. A code of its own, such as `config/malformed` for its options or
 * `remote/second-copy`, says more than `loader/broken`, which all else becomes.
 */
export function toModuleError(
  thrown: unknown,
  context: { readonly remote: string; readonly stage: string },
): Error {
  const error = toPlainError(thrown);
  return ownCode.test(codeOf(error) ?? '')
    ? error
    : new LinkspanError('loader/broken', context, { cause: thrown });
}
