import { describe, expect, it } from 'vitest';
import { type Bytes, toHex } from './bytes.ts';
import { keyidOf, keysShape } from './key.ts';
import { rootFormat, verifyFirstRoot } from './root.ts';
import { createKeyPair, signEnvelope, toBase64, toCanonicalJson, toEnvelopeBytes } from './sign.ts';
import { isOfSmallOrder } from './small-order.ts';
import { createRepository, refused } from './testing/index.ts';

const now = Date.parse('2026-11-20T12:00:00Z');

/** Every encoding of a point of small order: its y below 2^255, with both signs of x. */
const encodings = [
  ['order 4, y = 0', '00'.repeat(32)],
  ['order 1, y = 1', `01${'00'.repeat(31)}`],
  ['order 8', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'],
  ['order 8, -y', 'c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a'],
  ['order 2, y = p - 1', `ec${'ff'.repeat(30)}7f`],
  ['order 4, y = p', `ed${'ff'.repeat(30)}7f`],
  ['order 1, y = p + 1', `ee${'ff'.repeat(30)}7f`],
].flatMap(([name, hex]) => [
  [name, toBytes(hex ?? '')] as const,
  [`${name}, x negative`, withSign(toBytes(hex ?? ''))] as const,
]);

function toBytes(hex: string): Bytes {
  return new Uint8Array(Buffer.from(hex, 'hex'));
}

function withSign(bytes: Bytes): Bytes {
  return bytes.map((byte, at) => (at === 31 ? byte | 128 : byte));
}

describe('a key of small order', () => {
  it.each(encodings)('is known in each encoding: %s', (_, raw) => {
    expect(isOfSmallOrder(toHex(raw))).toBe(true);
  });

  it('has 14 encodings, and real keys and points beside them are none', async () => {
    expect(new Set(encodings.map(([, raw]) => toHex(raw))).size).toBe(14);
    for (let count = 0; count < 20; count += 1) {
      const { key } = await createKeyPair('person');
      expect(isOfSmallOrder(toHex(key.public))).toBe(false);
    }
    for (const [, raw] of encodings)
      for (const at of [1, 2, 7]) expect(isOfSmallOrder(toHex(raw.with(at, (raw[at] ?? 0) ^ 1)))).toBe(false);
  });

  it.each(encodings)('is refused among the keys of a document: %s', async (_, raw) => {
    const keyid = await keyidOf(raw);
    const keys = { [keyid]: { kind: 'person', public: toBase64(raw) } };
    expect(() => keysShape(keys, 'keys')).toThrow(`keys.${keyid}.public should be a safe key`);
  });

  it('is refused in a root that anybody could sign', async () => {
    const raw = toBytes('00'.repeat(32));
    const { root } = await createRepository('remote-evm', now);
    const keyid = await keyidOf(raw);
    const role = { keyids: [keyid], threshold: 1 };
    const keys = { [keyid]: { kind: 'person', public: raw } };
    const value = { ...root, keys, roles: { root: role, release: { ...role, persons: 1 }, live: role } };
    // R is the neutral point, S is zero.
    const forger = { keyid, sign: async () => toBytes(`01${'00'.repeat(63)}`) };
    const payload = toCanonicalJson(value);
    const envelope = await signEnvelope({ payloadType: rootFormat.payloadType, payload }, [forger]);
    expect(await refused(verifyFirstRoot(toEnvelopeBytes(envelope), 'remote-evm'))).toMatchObject({
      code: 'release/malformed',
      context: { place: `root.keys.${keyid}.public` },
    });
  });
});
