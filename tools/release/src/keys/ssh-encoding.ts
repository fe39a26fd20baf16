import type { Bytes } from '@linkspan/trust';

/** What OpenSSH calls the kind of our keys; one in a FIDO token is `sk-ssh-ed25519@openssh.com`, and signs other bytes. */
export const sshType = 'ssh-ed25519';

/** Bytes with their length before them (RFC 4251, section 5). */
export function toSshString(...parts: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.concat(parts);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** An Ed25519 key's 32 bytes, or a signature's 64, with the type before them (RFC 8709, sections 4 and 6). */
export function toSshTyped(raw: Bytes): Buffer {
  return Buffer.concat([toSshString(Buffer.from(sshType)), toSshString(raw)]);
}
