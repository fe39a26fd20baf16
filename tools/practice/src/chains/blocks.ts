import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/** The blocks of a simulated chain: one every `blockMs`, computed from the clock and never stored. */
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

/** The parameters of a simulated chain's blocks. */
export interface BlockOptions {
  /** Makes this chain's hashes different from those of other chains. */
  readonly salt: string;
  /** The time between two blocks in milliseconds. */
  readonly blockMs: number;
  readonly firstHeight: number;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Starts the blocks of a simulated chain now. The hashes of an earlier start are unknown. */
export function createBlocks({ salt, blockMs, firstHeight, now }: BlockOptions): Blocks {
  const startedAt = now();
  let skipped = 0;
  const height = () => firstHeight + skipped + Math.floor((now() - startedAt) / blockMs);
  // The hash ends with the height, so that it can be looked up without a table of all blocks.
  const hashAt = (at: number) => {
    const tail = new Uint8Array(8);
    new DataView(tail.buffer).setBigUint64(0, BigInt(at));
    return concatBytes(sha256(utf8ToBytes(`${salt} ${startedAt} ${at}`)).slice(0, 24), tail);
  };
  return {
    height,
    timeAt: (at) => startedAt + (at - firstHeight) * blockMs,
    hashAt,
    heightOf(hash) {
      if (hash.length !== 32) return undefined;
      const at = Number(new DataView(hash.buffer, hash.byteOffset + 24, 8).getBigUint64(0));
      const isKnown = at >= firstHeight && at <= height();
      return isKnown && hashAt(at).every((byte, index) => byte === hash[index]) ? at : undefined;
    },
    skip(count) {
      skipped += count;
    },
  };
}
