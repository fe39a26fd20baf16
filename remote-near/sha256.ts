import { sha256 as hash } from '@noble/hashes/sha2.js';

/** Stands in for `js-sha256`, which looks for Node's modules by `eval`. */
export const sha256 = { array: (bytes: Uint8Array) => [...hash(bytes)] };
