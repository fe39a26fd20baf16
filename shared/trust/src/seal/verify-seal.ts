import type { Bytes } from '../bytes.ts';
import { readEnvelope } from '../envelope.ts';
import { assertNotExpired, assertNotOlder, assertRemote } from '../policy.ts';
import { verifyEnvelope } from '../signatures.ts';
import type { HostKeys } from './host-keys.ts';
import { type Seal, sealFormat } from './seal.ts';

/**
 * Verifies the host team's seal of a page. `origin` is the one of the page that is asked about, `seen` the highest
 * version that was seen verified for it, or 0; `now` is in milliseconds since 1970.
 * Rejects with `release/unsigned`, `release/other-remote` where it is of another origin, `release/older`,
 * `release/expired`, `release/malformed` or `release/uncheckable`.
 */
export async function verifySeal(options: {
  readonly hostKeys: HostKeys;
  readonly envelope: Bytes;
  readonly origin: string;
  readonly seen: number;
  readonly now: number;
}): Promise<Seal> {
  const { hostKeys, origin, seen, now } = options;
  const envelope = readEnvelope(sealFormat, options.envelope, origin);
  const authority = { remote: origin, keys: hostKeys.keys, role: hostKeys.role };
  const seal = await verifyEnvelope(sealFormat, envelope, authority);
  assertRemote(origin, seal.origin);
  assertNotOlder(origin, sealFormat.name, seen, seal.version);
  assertNotExpired(origin, sealFormat.name, seal.expiresAt, now);
  return seal;
}
