import { describe, expect, it } from 'vitest';
import { toHex } from './bytes.ts';
import { readEnvelope } from './envelope.ts';
import { parsePayload } from './format.ts';
import { liveFormat } from './live.ts';
import { manifestFormat } from './manifest.ts';
import {
  addSignatures,
  assertNewer,
  createKeyPair,
  createPayload,
  openKeyPair,
  signEnvelope,
  toCanonicalJson,
  toEnvelopeBytes,
} from './sign.ts';
import { createRepository, refused, soundManifest } from './testing/index.ts';

const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const manifest = soundManifest('remote-evm', 1_800_000_000_000);

describe('canonical JSON', () => {
  it('has its keys in order at every depth, no spaces, and a newline at the end', () => {
    const value = { b: [{ d: 1, c: '' }], a: { z: null, Z: true }, left: undefined };
    expect(textOf(toCanonicalJson(value))).toBe('{"a":{"Z":true,"z":null},"b":[{"c":"","d":1}]}\n');
  });

  it('has bytes as base64', () => {
    expect(textOf(toCanonicalJson({ sig: Uint8Array.of(255, 239) }))).toBe('{"sig":"/+8="}\n');
  });
});

describe('a payload', () => {
  it('is the same bytes for the same value, however its keys are ordered', () => {
    const reversed = Object.fromEntries(Object.entries(manifest).reverse()) as unknown as typeof manifest;
    expect(createPayload(manifestFormat, reversed)).toEqual(createPayload(manifestFormat, manifest));
  });

  it('is not made if the page would refuse it', async () => {
    const wrong = { ...manifest, entry: 'unlisted.js' };
    expect(await refused(() => createPayload(manifestFormat, wrong))).toMatchObject({
      code: 'release/malformed',
      context: { remote: 'remote-evm', place: 'manifest.entry' },
    });
  });

  it('of a live document carries the envelopes of its manifests', async () => {
    const repository = await createRepository('remote-evm', 0);
    const live = {
      remote: 'remote-evm',
      version: 2,
      root: 1,
      issuedAt: '2026-11-05T12:00:00Z',
      expiresAt: '2026-11-12T12:00:00Z',
      releases: [{ share: 100, path: 'releases/1.2.3/', manifest: await repository.signManifest() }],
    };
    const { payload } = createPayload(liveFormat, live);
    expect(parsePayload(liveFormat, payload, 'remote-evm')).toEqual(live);
  });
});

describe('an envelope', async () => {
  const [first, second] = await Promise.all([createKeyPair('person'), createKeyPair('person')]);
  const payload = createPayload(manifestFormat, manifest);

  it('comes back from its bytes', async () => {
    const envelope = await signEnvelope(payload, [first, second]);
    expect(readEnvelope(manifestFormat, toEnvelopeBytes(envelope), 'remote-evm')).toEqual(envelope);
  });

  it('is the same in any order of two signers, since Ed25519 draws no random number', async () => {
    const one = await addSignatures(await signEnvelope(payload, [first]), [second]);
    const other = await addSignatures(await signEnvelope(payload, [second]), [first]);
    expect(one).toEqual(other);
    const keyids = one.signatures.map(({ keyid }) => keyid);
    expect(keyids).toEqual([first.keyid, second.keyid].sort());
  });

  it('keeps one signature of a key that signs again', async () => {
    const envelope = await signEnvelope(payload, [first]);
    expect(await addSignatures(envelope, [first])).toEqual(envelope);
  });
});

describe('a key pair', () => {
  it('comes back from its PKCS #8 bytes', async () => {
    const pair = await createKeyPair('online');
    const again = await openKeyPair('online', await pair.toPkcs8());
    expect(again).toMatchObject({ keyid: pair.keyid, key: pair.key });
    const message = Uint8Array.of(1, 2, 3);
    expect(await again.sign(message)).toEqual(await pair.sign(message));
  });

  it('is the one of the first test in RFC 8032, section 7.1', async () => {
    const secret = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
    const bytes = Uint8Array.from(`302e020100300506032b657004220420${secret}`.match(/../g) ?? [], (two) =>
      Number.parseInt(two, 16),
    );
    const pair = await openKeyPair('person', bytes);
    expect(toHex(pair.key.public)).toBe('d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a');
    expect(toHex(await pair.sign(new Uint8Array()))).toBe(
      'e5564300c360ac729086e2cc806e828a84877f1eb8e5d974d873e065224901555fb8821590a33bacc61e39701cf9b46bd25bf5f0595bbe24655141438e7a100b',
    );
  });

  it('is refused if the bytes are no key', async () => {
    await expect(openKeyPair('person', Uint8Array.of(1))).rejects.toThrow();
  });
});

const release = (version: string, sequence: number) => ({ remote: 'remote-evm', version, sequence });
const published = [release('1.2.3', 3), release('1.10.0', 5)];

describe('a release to be published', () => {
  it('must rise in version and sequence', () => {
    expect(() => assertNewer(release('1.10.1', 6), published)).not.toThrow();
    expect(() => assertNewer(release('1.0.0', 1), [])).not.toThrow();
  });

  it.each([
    ['an equal sequence', release('2.0.0', 5), 'sequence', '5', '5'],
    ['a lower sequence', release('2.0.0', 4), 'sequence', '5', '4'],
    ['an equal version', release('1.10.0', 6), 'version', '1.10.0', '1.10.0'],
    ['a lower version', release('1.9.9', 6), 'version', '1.10.0', '1.9.9'],
    ['a pre-release of what is there', release('1.10.0-rc.1', 6), 'version', '1.10.0', '1.10.0-rc.1'],
  ])('is refused with %s', async (_, offered, document, seen, found) => {
    expect(await refused(() => assertNewer(offered, published))).toMatchObject({
      code: 'release/older',
      context: { remote: 'remote-evm', document, seen, offered: found },
    });
  });
});
