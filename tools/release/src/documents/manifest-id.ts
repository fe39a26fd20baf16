import { createHash } from 'node:crypto';
import type { Envelope } from '@linkspan/trust';

/** The id of a manifest: the SHA-256 of its payload, in hexadecimal. More signatures do not change it. */
export function manifestIdOf({ payload }: Pick<Envelope, 'payload'>): string {
  return createHash('sha256').update(payload).digest('hex');
}
