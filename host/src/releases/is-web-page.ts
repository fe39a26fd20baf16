import type { Bytes } from '@linkspan/trust';

/** Whether bytes begin as HTML does: no document and no script of a release begins with `<`. */
export function isWebPage(bytes: Bytes): boolean {
  return bytes.find((byte) => byte > 32) === 60;
}
