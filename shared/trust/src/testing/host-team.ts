import type { Blocklist, HostKeys } from '../blocklist.ts';
import { blocklistFormat } from '../blocklist.ts';
import type { Bytes } from '../bytes.ts';
import { createKeyPair, type KeyPair, toEnvelopeBytes } from '../sign.ts';
import { type Changes, signValue, toInstant, toKeys } from './repository.ts';

/** The host team with two keys, of which one is needed, and its really signed block list. */
export interface HostTeam {
  readonly pairs: readonly [KeyPair, KeyPair];
  readonly hostKeys: HostKeys;
  /** Blocks nothing, unless told otherwise. */
  signBlocklist(changes?: Changes<Blocklist>, signers?: readonly KeyPair[]): Promise<Bytes>;
}

/** A host team with new keys. `now` in milliseconds since 1970. */
export async function createHostTeam(now: number): Promise<HostTeam> {
  const pairs = [await createKeyPair('person'), await createKeyPair('person')] as const;
  const blocklist: Blocklist = { version: 1, expiresAt: toInstant(now, 30), blocked: [] };
  return {
    pairs,
    hostKeys: {
      keys: toKeys(pairs),
      role: { keyids: [pairs[0].keyid, pairs[1].keyid], threshold: 1 },
    },
    async signBlocklist(changes, signers = [pairs[0]]) {
      return toEnvelopeBytes(
        await signValue(blocklistFormat.payloadType, { ...blocklist, ...changes }, signers),
      );
    },
  };
}
