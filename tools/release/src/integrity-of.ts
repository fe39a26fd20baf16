import { createHash } from 'node:crypto';

/** The `sha384-` of bytes or of a text in UTF-8, as Subresource Integrity has it. */
export function integrityOf(content: Uint8Array | string): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}
