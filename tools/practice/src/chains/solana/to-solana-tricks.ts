import { sha256 } from '@noble/hashes/sha2.js';
import { utf8ToBytes } from '@noble/hashes/utils.js';
import { base58 } from '@scure/base';
import type { Tricks } from '../faults/to-faulty-dialect.ts';
import type { Cluster } from './cluster.ts';
import { readSentSignature } from './transaction-methods.ts';

const otherGenesisHash = base58.encode(sha256(utf8ToBytes('linkspan practice, no cluster at all')));

/** How a faulty cluster lies about its genesis, forgets what is sent, and makes it wait. */
export function toSolanaTricks(cluster: Cluster): Tricks {
  const send = { sendTransaction: (params: unknown) => readSentSignature(cluster, params) };
  return { lies: { getGenesisHash: () => otherGenesisHash }, forgets: send, holds: send };
}
