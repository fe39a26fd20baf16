import { CommandError } from '../command-error.ts';
import type { BuiltRelease } from './built-release.ts';
import { findInTexts } from './find-in-texts.ts';

/** How secrets begin that are meant to be known by their looks. */
const kinds: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['a private key', /-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----/],
  ['a private key', /\{(?=[^{}]*"kty")[^{}]*"d"\s*:\s*"[\w-]{20,}"/],
  ['an access key of AWS', /\b(?:AKIA|ASIA)[0-9A-Z]{16}\b/],
  ['an account key of Azure', /\bAccountKey=[\w+/]{40,}={0,2}/],
  ['a token of GitHub', /\b(?:gh[pousr]_\w{36}|github_pat_\w{40})/],
  ['a token of npm', /\bnpm_[A-Za-z0-9]{36}\b/],
  ['a token of Slack', /\bxox[abprs]-[\w-]{20}/],
];

/** No file holds what looks like a secret, which is not repeated here. Throws `command/secret`. */
export function assertNoSecret(release: BuiltRelease): void {
  for (const [kind, pattern] of kinds) {
    const found = findInTexts(release, pattern);
    if (found !== undefined) throw new CommandError('command/secret', { file: found.file, kind });
  }
}
