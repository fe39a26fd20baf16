import { cleanText, type Failure, type ReleaseRef } from '@linkspan/contract';

/** What a context may hold that says something of the person, or that somebody else has written. */
const ofPerson = ['account', 'id', 'value', 'detail'];

/**
 * What a person can copy for someone who helps them, line by line: the code, its context without accounts and without the
 * words of wallets and nodes, the release and the browser.
 */
export function toFacts(
  { code, context }: Failure,
  release?: ReleaseRef,
  browser?: string,
): readonly string[] {
  const told = Object.entries(context).filter(([name]) => !ofPerson.includes(name));
  return [
    code,
    ...told.map(([name, value]) => `${name}: ${cleanText(value, 200)}`),
    ...(release ? [`release: ${release.remote} ${release.version}`] : []),
    ...(browser ? [`browser: ${browser}`] : []),
  ];
}
