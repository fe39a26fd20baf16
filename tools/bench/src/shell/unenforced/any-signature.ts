import { type Authority, type Envelope, type Format, parsePayload } from '@linkspan/trust';

// Stands in for shared/trust/src/signatures.ts where the bench measures what enforcement costs. No product has it.

/** Believes whoever is named, and verifies nothing. */
export async function signersOf({ signatures }: Envelope): Promise<readonly string[]> {
  return [...new Set(signatures.map(({ keyid }) => keyid))];
}

/** The payload of an envelope, whoever has signed it. Rejects with `release/malformed`. */
export async function verifyEnvelope<Value>(
  format: Format<Value>,
  { payload }: Envelope,
  { remote }: Authority,
): Promise<Value> {
  return parsePayload(format, payload, remote);
}

export function assertType(): void {}

/** Opens none: no key is looked at. */
export function openKeys(): void {}
