import { type Code, type Context, hasCode, LinkspanError } from '@linkspan/contract';

/** The error for a document or release that is refused; numbers in its context become text. */
export function refusal<C extends Code & `release/${string}`>(
  code: C,
  context: { readonly [Name in keyof Context<C>]: string | number },
): LinkspanError<C> {
  const texts = Object.entries(context).map(([name, value]) => [name, `${value}`]);
  return new LinkspanError(code, Object.fromEntries(texts));
}

/** A document of one remote is never accepted for another. Throws `release/other-remote`. */
export function assertRemote(remote: string, found: string): void {
  if (found !== remote) throw refusal('release/other-remote', { remote, found });
}

/** A version below the highest one seen is refused. Throws `release/older`. */
export function assertNotOlder(remote: string, document: string, seen: number, offered: number): void {
  if (offered < seen) throw refusal('release/older', { remote, document, seen, offered });
}

/** `now` in milliseconds since 1970. Throws `release/expired`. */
export function assertNotExpired(remote: string, document: string, expiresAt: string, now: number): void {
  if (now >= Date.parse(expiresAt)) throw refusal('release/expired', { remote, document, expiresAt });
}

/**
 * Whether the visitor's clock may be wrong: documents are refused for their time, and no other confirms the clock. One
 * entry per remote: the refusal of its document, or undefined; unreachable and malformed ones do not count.
 */
export function isClockInDoubt(refusals: readonly unknown[]): boolean {
  const telling = refusals.filter(
    (refusal) => !hasCode(refusal, 'release/unreachable') && !hasCode(refusal, 'release/malformed'),
  );
  return telling.length > 0 && telling.every(isOutOfTime);
}

/** Whether a document was refused for its time, by the visitor's clock. */
export function isOutOfTime(refusal: unknown): boolean {
  return hasCode(refusal, 'release/expired') || hasCode(refusal, 'release/expires-too-late');
}
