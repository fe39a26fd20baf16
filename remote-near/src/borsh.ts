/** A text in Borsh: the length of its UTF-8, then that. */
export function toText(text: string): readonly Uint8Array[] {
  const bytes = new TextEncoder().encode(text);
  return [toUint(bytes.length, 4), bytes];
}

/** A whole number from zero on in Borsh: so many bytes, the least significant first. */
export function toUint(number: number | bigint, bytes: number): Uint8Array {
  return Uint8Array.from({ length: bytes }, (_, at) => Number((BigInt(number) >> BigInt(8 * at)) & 255n));
}
