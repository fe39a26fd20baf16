/** Implicit and Ethereum-like accounts (NEP-518) come into being by the first transfer to them. */
export function isImplicit(accountId: string): boolean {
  return /^([a-f\d]{64}|0x[a-f\d]{40})$/.test(accountId);
}

/** The digits that 32 bytes in base58 may have; some texts of this form have more bytes. */
export const base58Form = /^[1-9A-HJ-NP-Za-km-z]{32,44}$/;

/** Whether a text is 32 bytes in base58. */
export function isBase58(value: unknown): value is string {
  return typeof value === 'string' && base58Form.test(value) && toHex(value).length === 64;
}

/** Whether a text is an Ed25519 key: `ed25519:` and 32 bytes in base58. */
export function isKey(value: unknown): value is string {
  return (
    typeof value === 'string' && value.startsWith('ed25519:') && isBase58(value.slice('ed25519:'.length))
  );
}

/** The 32 bytes of a key, `ed25519:` and base58. */
export function toKeyBytes(publicKey: string): Uint8Array {
  return fromBase58(publicKey.slice('ed25519:'.length));
}

/** The implicit account of a key, `ed25519:` and base58: its 32 bytes in hexadecimal digits. */
export function toImplicitId(publicKey: string): string {
  return toHex(publicKey.slice('ed25519:'.length));
}

/** The 32 bytes of a key or a hash in base58. */
export function fromBase58(text: string): Uint8Array {
  return Uint8Array.from(toHex(text).match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

/** Bytes in hexadecimal digits. */
export function toHexDigits(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Bytes in base58. */
export function toBase58(bytes: Uint8Array): string {
  let number = bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);
  let text = '';
  for (; number > 0n; number /= 58n) text = alphabet.charAt(Number(number % 58n)) + text;
  const zeros = bytes.findIndex((byte) => byte > 0);
  return '1'.repeat(zeros < 0 ? bytes.length : zeros) + text;
}

// By hand, since `@scure/base` would add 1 kB to what a connection loads.
const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

function toHex(base58: string): string {
  const number = [...base58].reduce((sum, digit) => sum * 58n + BigInt(alphabet.indexOf(digit)), 0n);
  return number.toString(16).padStart(64, '0');
}
