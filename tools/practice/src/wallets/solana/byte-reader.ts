import { invalidParams } from '../wallet-error.ts';

/** Reads bytes from front to back. Every read throws -32602 past the end. */
export interface ByteReader {
  /** How many bytes have been read. */
  position(): number;
  byte(): number;
  bytes(length: number): Uint8Array;
  /** A length in Solana's compact-u16: seven bits a byte, at most three bytes. */
  compactLength(): number;
}

/** Opens a reader at the front of some bytes. */
export function createByteReader(source: Uint8Array): ByteReader {
  let at = 0;
  const bytes = (length: number) => {
    if (at + length > source.length) throw invalidParams('The transaction ends too early.');
    at += length;
    return source.slice(at - length, at);
  };
  const byte = () => bytes(1)[0] ?? 0;
  return {
    position: () => at,
    bytes,
    byte,
    compactLength: () => {
      let length = 0;
      for (const shift of [0, 7, 14]) {
        const part = byte();
        length |= (part & 127) << shift;
        if (part < 128) return length;
      }
      throw invalidParams('The transaction has a malformed length.');
    },
  };
}
