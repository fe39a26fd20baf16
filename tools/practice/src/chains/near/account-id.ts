import { base58, hex } from '@scure/base';

/** Whether a text has the form of an account id: 2 to 64 characters, NEP-1's alphabet. */
export function isAccountId(text: string): boolean {
  return text.length >= 2 && text.length <= 64 && /^[a-z\d]+([-_.][a-z\d]+)*$/.test(text);
}

/** Whether an account of this id comes into being by the first transfer to it. */
export function isImplicit(accountId: string): boolean {
  return isKeyHex(accountId) || /^0x[a-f\d]{40}$/.test(accountId);
}

/** The key that an implicit account starts with. One named after an Ethereum address has none. */
export function toImplicitKey(accountId: string): string | undefined {
  return isKeyHex(accountId) ? `ed25519:${base58.encode(hex.decode(accountId))}` : undefined;
}

function isKeyHex(accountId: string): boolean {
  return /^[a-f\d]{64}$/.test(accountId);
}
