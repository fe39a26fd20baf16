/**
 * The points of small order by their y in little-endian hexadecimal, without the bit of the sign, the two spellings
 * above the prime included. Under such a key one signature fits many messages, whoever made it.
 */
const smallOrders = new Set([
  '0000000000000000000000000000000000000000000000000000000000000000',
  '0100000000000000000000000000000000000000000000000000000000000000',
  '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05',
  'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a',
  'ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
  'eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f',
]);

/** What Ed25519 verifies. */
export interface Ed25519Signed {
  /** 32 bytes. */
  readonly key: Uint8Array;
  readonly message: Uint8Array;
  /** 64 bytes. */
  readonly signature: Uint8Array;
}

/**
 * Whether a key has signed a message (RFC 8032). A key of small order signs nothing. Rejects as WebCrypto does if the
 * platform has no Ed25519.
 */
export async function isSignedBy({ key, message, signature }: Ed25519Signed): Promise<boolean> {
  if (key.length !== 32 || isSmallOrder(key)) return false;
  const imported = await crypto.subtle.importKey('raw', key.slice(), 'Ed25519', false, ['verify']);
  return crypto.subtle.verify('Ed25519', imported, signature.slice(), message.slice());
}

function isSmallOrder(key: Uint8Array): boolean {
  const y = [...key].map((byte, at) => (at === 31 ? byte & 0x7f : byte));
  return smallOrders.has(y.map((byte) => byte.toString(16).padStart(2, '0')).join(''));
}
