import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** The blocks of a simulated chain: one every `blockMs`, reckoned from the clock and never stored. */
export interface Blocks {
  /** The height of the latest block. */
  height(): number;
  /** When a block was made, in milliseconds since 1970. */
  timeAt(height: number): number;
  /** The 32 bytes of a block's hash. */
  hashAt(height: number): Uint8Array;
  /** The height of the block with this hash, or undefined if there is none. */
  heightOf(hash: Uint8Array): number | undefined;
  /** Makes so many blocks at once, as if their time had passed. */
  skip(count: number): void;
}

/** What a simulated chain's blocks are reckoned from. */
export interface BlockOptions {
  /** Sets this chain's hashes apart from those of any other chain. */
  readonly salt: string;
  /** The time between two blocks in milliseconds. */
  readonly blockMs: number;
  readonly firstHeight: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Starts a simulated chain's blocks now, so that none outlives a restart. */
export function createBlocks({ salt, blockMs, firstHeight, now }: BlockOptions): Blocks {
  const startedAt = now();
  let skipped = 0;
  const height = () => firstHeight + skipped + Math.floor((now() - startedAt) / blockMs);
  const timeAt = (at: number) => startedAt + (at - firstHeight) * blockMs;
  const hashAt = (at: number) => toBlockHash(`${salt} ${startedAt}`, at);
  return {
    height,
    timeAt,
    hashAt,
    heightOf(hash) {
      if (hash.length !== 32) return undefined;
      const at = readHeight(hash);
      const isKnown = at >= firstHeight && at <= height() && areEqual(hash, hashAt(at));
      return isKnown ? at : undefined;
    },
    skip(count) {
      skipped += count;
    },
  };
}

// The height stands in the hash itself, so that a hash can be looked up without a table of all blocks.
function toBlockHash(salt: string, height: number): Uint8Array {
  const tail = new Uint8Array(8);
  new DataView(tail.buffer).setBigUint64(0, BigInt(height));
  return concatBytes(sha256(utf8ToBytes(`${salt} ${height}`)).slice(0, 24), tail);
}

function readHeight(hash: Uint8Array): number {
  return Number(new DataView(hash.buffer, hash.byteOffset + 24, 8).getBigUint64(0));
}

function areEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.every((byte, index) => byte === other[index]);
}
