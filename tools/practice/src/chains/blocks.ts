import { sha256 } from '@noble/hashes/sha2.js';
import { concatBytes, utf8ToBytes } from '@noble/hashes/utils.js';

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

/**
 * The blocks of a simulated chain, which starts now: one every `blockMs`, computed from the clock and never stored. The
 * hashes of an earlier start are unknown.
 */
export class Blocks {
  readonly #options: BlockOptions;
  readonly #startedAt: number;
  #skipped = 0;

  constructor(options: BlockOptions) {
    this.#options = options;
    this.#startedAt = options.now();
  }

  /** The height of the latest block. */
  height(): number {
    const { firstHeight, blockMs, now } = this.#options;
    return firstHeight + this.#skipped + Math.floor((now() - this.#startedAt) / blockMs);
  }

  /** When a block was made, in milliseconds since 1970. */
  timeAt(height: number): number {
    return this.#startedAt + (height - this.#options.firstHeight) * this.#options.blockMs;
  }

  /** The 32 bytes of a block's hash. It ends with the height, so that it can be looked up without a table of all. */
  hashAt(height: number): Uint8Array {
    const tail = new Uint8Array(8);
    new DataView(tail.buffer).setBigUint64(0, BigInt(height));
    const text = `${this.#options.salt} ${this.#startedAt} ${height}`;
    return concatBytes(sha256(utf8ToBytes(text)).slice(0, 24), tail);
  }

  /** The height of the block with this hash, or undefined if there is none. */
  heightOf(hash: Uint8Array): number | undefined {
    if (hash.length !== 32) return undefined;
    const at = Number(new DataView(hash.buffer, hash.byteOffset + 24, 8).getBigUint64(0));
    const isKnown = at >= this.#options.firstHeight && at <= this.height();
    return isKnown && this.hashAt(at).every((byte, index) => byte === hash[index]) ? at : undefined;
  }

  /** Makes so many blocks at once, as if their time had passed. */
  skip(count: number): void {
    this.#skipped += count;
  }
}
