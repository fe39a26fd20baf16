/**
 * Every encoding of a point of small order on Ed25519 (RFC 8032, section 5.1), also those that are not canonical, without
 * the last byte, which has the sign of x: y is 0, 1, p - 1, p or p + 1 for the orders 1, 2 and 4, or one of two others for
 * order 8, of which 8 bytes are enough. No other key ever made will begin with them.
 */
const encodings = /^(..(00){30}|e[cde](ff){30}|26e8958fc2b227b0|c7176a703d4dd84f)/;

/**
 * Whether 32 bytes in hexadecimal encode a point of small order. Under such a key, anybody can make a signature that is
 * valid for every message.
 */
export function isOfSmallOrder(hex: string): boolean {
  return encodings.test(hex);
}
