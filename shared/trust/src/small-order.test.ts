import { describe, expect, it } from 'vitest';
import { type Bytes, toHex } from './bytes.ts';
import { keyidOf } from './key.ts';
import { rootFormat, verifyFirstRoot, verifyRootChain } from './root.ts';
import { parseHostKeys } from './seal.ts';
import { createKeyPair, createPayload, signEnvelope, toBase64, toEnvelopeBytes } from './sign.ts';
import { isOfSmallOrder } from './small-order.ts';
import { createHostTeam, createRepository, refused } from './testing/index.ts';

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

/** A root that one such key can sign, and what anybody can sign it with: R the neutral point, S zero. */
async function forgeRoot(raw: Bytes) {
  const { root } = await createRepository('remote-evm', now);
  const keyid = await keyidOf(raw);
  const role = { keyids: [keyid] as const, threshold: 1 };
  const value = {
    ...root,
    keys: { [keyid]: { kind: 'person' as const, public: raw } },
    roles: { root: role, release: { ...role, persons: 1 }, live: role },
  };
  const payload = new TextEncoder().encode(
    JSON.stringify(value, (_, one) => (one instanceof Uint8Array ? toBase64(one) : one)),
  );
  const forger = { keyid, sign: async () => toBytes(`01${'00'.repeat(63)}`) };
  const envelope = await signEnvelope({ payloadType: rootFormat.payloadType, payload }, [forger]);
  return { value, keyid, bytes: toEnvelopeBytes(envelope) };
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

  it.each(encodings)('is refused in a root that is made: %s', async (_, raw) => {
    const { value, keyid } = await forgeRoot(raw);
    expect(await refused(() => createPayload(rootFormat, value))).toMatchObject({
      code: 'release/malformed',
      context: { place: `root.keys.${keyid}.public` },
    });
  });

  it.each(encodings)('is refused in a first root that anybody has signed: %s', async (_, raw) => {
    const { bytes } = await forgeRoot(raw);
    expect(await refused(verifyFirstRoot(bytes, 'remote-evm'))).toMatchObject({ code: 'release/malformed' });
  });

  it.each(encodings)(
    'is refused in a next root, though its former keys have signed it: %s',
    async (_, raw) => {
      const { root, signRoot } = await createRepository('remote-evm', now);
      const keyid = await keyidOf(raw);
      const keys = { ...root.keys, [keyid]: { kind: 'online', public: raw } };
      const live = { keyids: [keyid], threshold: 1 };
      const next = await signRoot({ keys, roles: { ...root.roles, live } });
      expect(await refused(verifyRootChain(root, [next]))).toMatchObject({ code: 'release/malformed' });
    },
  );

  it.each(encodings)('is refused among the host team’s keys: %s', async (_, raw) => {
    const { hostKeys } = await createHostTeam();
    const keyid = await keyidOf(raw);
    const written = {
      keys: {
        ...Object.fromEntries(
          Object.entries(hostKeys.keys).map(([id, key]) => [id, { ...key, public: toBase64(key.public) }]),
        ),
        [keyid]: { kind: 'person', public: toBase64(raw) },
      },
      role: hostKeys.role,
    };
    expect(await refused(() => parseHostKeys(written, 'keys'))).toMatchObject({
      code: 'config/malformed',
      context: { place: `keys.keys.${keyid}.public` },
    });
  });
});
