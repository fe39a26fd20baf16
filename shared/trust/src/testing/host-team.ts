import type { HostKeys } from '../seal.ts';
import { createKeyPair, type KeyPair } from '../sign.ts';
import { toKeys } from './repository.ts';

/** The host team with two keys, of which one is needed. */
export interface HostTeam {
  readonly pairs: readonly [KeyPair, KeyPair];
  readonly hostKeys: HostKeys;
}

/** A host team with new keys. */
export async function createHostTeam(): Promise<HostTeam> {
  const pairs = [await createKeyPair('person'), await createKeyPair('person')] as const;
  return {
    pairs,
    hostKeys: {
      keys: toKeys(pairs),
      role: { keyids: [pairs[0].keyid, pairs[1].keyid], threshold: 1 },
    },
  };
}
