import { CommandError } from '../command-error.ts';
import type { BuiltRelease } from './built-release.ts';
import { findInTexts } from './find-in-texts.ts';

/**
 * A call of `eval` or of the constructor of functions. The old question for the global object, `Function("return
 * this")`, is let through: polyfills have it as a last way out, which no browser comes to.
 */
const pattern = /(?<![\w$.])(?:new\s+)?(?:eval|Function)\s*\((?!\s*(["'`])return this\1\s*\)).{0,40}/;

/** No file makes code of text, as the policy of a page forbids it. Throws `command/code-from-text`. */
export function assertNoCodeFromText(release: BuiltRelease): void {
  const found = findInTexts(release, pattern);
  if (found !== undefined) throw new CommandError('command/code-from-text', { ...found });
}
