/**
 * Stands in for `@near-js/providers` and `js-sha256` in the selector's core: it makes a provider for wallet modules
 * that talk to the chain themselves, and hashes for verifiers; the one module here does neither.
 */
export class JsonRpcProvider {}

export class FailoverRpcProvider {}

export function sha256(): never {
  throw new TypeError('js-sha256 is left out of this build');
}
