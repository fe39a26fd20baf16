/** The few forms of DER (ITU-T X.690) that a certificate needs. Each answers a whole element: tag, length, content. */
export const der = {
  sequence: (...parts: Buffer[]) => toElement(0x30, ...parts),
  set: (...parts: Buffer[]) => toElement(0x31, ...parts),
  /** What stands in a place of its own, by number: `[0]`, `[3]`. */
  tagged: (number: number, ...parts: Buffer[]) => toElement(0xa0 | number, ...parts),
  true: () => toElement(0x01, Buffer.of(0xff)),
  /** Not negative, from its big-endian bytes, the first of which is not 0. */
  integer: (bytes: Buffer) => toElement(0x02, ...((bytes[0] ?? 0) > 0x7f ? [Buffer.of(0), bytes] : [bytes])),
  bits: (bytes: Buffer) => toElement(0x03, Buffer.of(0), bytes),
  octets: (bytes: Buffer) => toElement(0x04, bytes),
  text: (text: string) => toElement(0x0c, Buffer.from(text)),
  /** `1.2.840`. */
  id: (dotted: string) => toElement(0x06, toIdBytes(dotted)),
  /** To the second, of a year before 2050. */
  time: (date: Date) =>
    toElement(
      0x17,
      Buffer.from(
        `${date
          .toISOString()
          .replace(/\.\d+|\D/g, '')
          .slice(2, 14)}Z`,
      ),
    ),
  /** Text in a place of its own that does not say that it is text. */
  name: (number: number, bytes: Buffer) => toElement(0x80 | number, bytes),
};

function toElement(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag), toLength(content.length), content]);
}

function toLength(length: number): Buffer {
  if (length < 0x80) return Buffer.of(length);
  return length < 0x100 ? Buffer.of(0x81, length) : Buffer.of(0x82, length >> 8, length & 0xff);
}

function toIdBytes(dotted: string): Buffer {
  const [first = 0, second = 0, ...others] = dotted.split('.').map(Number);
  return Buffer.from([first * 40 + second, ...others].flatMap(toBase128));
}

/** Seven bits a byte; all but the last have their highest bit set. */
function toBase128(number: number): number[] {
  const bytes = [number & 0x7f];
  for (let rest = number >> 7; rest > 0; rest >>= 7) bytes.unshift((rest & 0x7f) | 0x80);
  return bytes;
}
