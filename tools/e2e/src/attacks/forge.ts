import { createHash } from 'node:crypto';
import type { Envelope } from '@linkspan/trust';

/** The id of a release: the SHA-256 of its manifest's payload, in hexadecimal. */
export function idOf({ payload }: Envelope): string {
  return createHash('sha256').update(payload).digest('hex');
}

/** Bytes that are neither JSON nor UTF-8, the same at every run. */
export function toNonsense(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => (index * 7 + 130) % 256);
}
