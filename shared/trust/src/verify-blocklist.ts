import { type Blocklist, blocklistFormat, type HostKeys } from './blocklist.ts';
import type { Bytes } from './bytes.ts';
import { readEnvelope } from './envelope.ts';
import { assertNotExpired, assertNotOlder } from './policy.ts';
import { verifyEnvelope } from './signatures.ts';

/** What stands for the remote in the refusals of the host team's own list. */
const host = 'host';

/**
 * Verifies the host team's block list. `seen` is the highest version that this visitor has seen verified, or 0; `now`
 * is in milliseconds since 1970.
 * Rejects with `release/unsigned`, `release/older`, `release/expired`, `release/malformed` or `release/uncheckable`.
 */
export async function verifyBlocklist(options: {
  readonly hostKeys: HostKeys;
  readonly envelope: Bytes;
  readonly seen: number;
  readonly now: number;
}): Promise<Blocklist> {
  const { hostKeys, seen, now } = options;
  const envelope = readEnvelope(blocklistFormat, options.envelope, host);
  const authority = { remote: host, keys: hostKeys.keys, role: hostKeys.role };
  const blocklist = await verifyEnvelope(blocklistFormat, envelope, authority);
  assertNotOlder(host, 'blocklist', seen, blocklist.version);
  assertNotExpired(host, 'blocklist', blocklist.expiresAt, now);
  return blocklist;
}
