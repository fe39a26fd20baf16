import { refusal } from './refusal.ts';

/** A document of one remote is none of another. Throws `release/other-remote`. */
export function assertRemote(remote: string, found: string): void {
  if (found !== remote) throw refusal('release/other-remote', { remote, found });
}

/** Nothing below what was seen is believed again. Throws `release/older`. */
export function assertNotOlder(remote: string, document: string, seen: number, offered: number): void {
  if (offered < seen) throw refusal('release/older', { remote, document, seen, offered });
}

/** `now` in milliseconds since 1970. Throws `release/expired`. */
export function assertNotExpired(remote: string, document: string, expiresAt: string, now: number): void {
  if (now >= Date.parse(expiresAt)) throw refusal('release/expired', { remote, document, expiresAt });
}
