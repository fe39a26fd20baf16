import { createPublicKey, verify } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { type Envelope, toStatement } from './envelope.ts';
import { manifestFormat } from './manifest.ts';
import { rootFormat } from './root.ts';
import { addSignatures, openKeyPair, signEnvelope, toBase64 } from './sign.ts';
import { openKeys, signersOf, verifyEnvelope } from './signatures.ts';
import { createRepository, refused } from './testing/index.ts';

const now = Date.parse('2026-11-05T12:00:00Z');
const repository = await createRepository('remote-evm', now);
const { people, machine, stranger, root } = repository;
const [first, second, third] = people;
const authority = { remote: 'remote-evm', keys: root.keys, role: root.roles.release };

const verified = (envelope: Envelope) => verifyEnvelope(manifestFormat, envelope, authority);
const unsigned = (has: string) => ({
  code: 'release/unsigned',
  context: { remote: 'remote-evm', document: 'manifest', has, needs: '2' },
});

/** The envelope with its signatures replaced. */
function resigned(
  envelope: Envelope,
  toSignatures: (found: Envelope['signatures']) => Envelope['signatures'],
) {
  return { ...envelope, signatures: toSignatures(envelope.signatures) };
}

function flipped(bytes: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  return bytes.map((byte, index) => (index === 5 ? byte ^ 1 : byte));
}

describe('an envelope', () => {
  it('is verified with enough signatures, in any order', async () => {
    const envelope = await repository.signManifest();
    expect(await verified(envelope)).toMatchObject({ remote: 'remote-evm', version: '1.2.3' });
    expect(await verified(resigned(envelope, (all) => [...all].reverse()))).toBeDefined();
  });

  it('has signatures that another implementation of Ed25519 accepts', async () => {
    const envelope = await repository.signManifest({}, [first]);
    const x = Buffer.from(first.key.public).toString('base64url');
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
    const sig = envelope.signatures[0]?.sig ?? new Uint8Array();
    expect(verify(null, await toStatement(envelope), key, sig)).toBe(true);
  });

  it('has the signature that docs/formats.md gives for its payload and key', async () => {
    const seed = Uint8Array.from({ length: 32 }, (_, at) => at);
    const prefix = Buffer.from('302e020100300506032b657004220420', 'hex');
    const pair = await openKeyPair('person', new Uint8Array(Buffer.concat([prefix, seed])));
    const payload = new TextEncoder().encode('abc');
    const { signatures } = await signEnvelope({ payloadType: rootFormat.payloadType, payload }, [pair]);
    expect(toBase64(signatures[0]?.sig ?? new Uint8Array())).toBe(
      'gKSoLN0ksmXLOVxCqAGFmtvJ5TnpARhg3TOQhuiaRfZ1h12HiNQ76qqrkdaXTtxsavvB/BmBIuJ4fkpwkBV2Dw==',
    );
  });

  it('is refused with a bad one among enough', async () => {
    const envelope = await repository.signManifest();
    const bad = resigned(envelope, ([one, other]) =>
      one && other ? [one, { ...other, sig: flipped(other.sig) }] : [],
    );
    expect(await refused(verified(bad))).toMatchObject(unsigned('1'));
  });

  it('counts a key once that signed twice', async () => {
    const envelope = await repository.signManifest({}, [first]);
    const twice = resigned(envelope, (all) => [...all, ...all, ...all]);
    expect(await refused(verified(twice))).toMatchObject(unsigned('1'));
  });

  it('takes a sound signature after a bad one by the same key', async () => {
    const envelope = await repository.signManifest();
    const bad = envelope.signatures.map((one) => ({ ...one, sig: flipped(one.sig) }));
    expect(await verified(resigned(envelope, (all) => [...bad, ...all]))).toBeDefined();
  });

  it.each([
    ['nobody', [], '0'],
    ['one of two', [first], '1'],
    ['a stranger too', [first, stranger], '1'],
    ['keys of other roles too', [first, third, repository.online], '1'],
  ])('is refused if it is signed by %s', async (_, signers, has) => {
    expect(await refused(verified(await repository.signManifest({}, signers)))).toMatchObject(unsigned(has));
  });

  it('does not count one key’s signature under another’s id', async () => {
    const envelope = await repository.signManifest({}, [first]);
    const forged = resigned(envelope, (all) => [
      ...all,
      ...all.map((one) => ({ ...one, keyid: second.keyid })),
    ]);
    expect(await refused(verified(forged))).toMatchObject(unsigned('1'));
  });

  it('does not count one key under two ids, should a root name it so', async () => {
    const alias = 'b'.repeat(64);
    const keys = { ...root.keys, [alias]: first.key };
    const role = { keyids: [first.keyid, alias], threshold: 2, persons: 1 } as const;
    const envelope = resigned(await repository.signManifest({}, [first]), (all) => [
      ...all,
      ...all.map((one) => ({ ...one, keyid: alias })),
    ]);
    const outcome = verifyEnvelope(manifestFormat, envelope, { remote: 'remote-evm', keys, role });
    expect(await refused(outcome)).toMatchObject(unsigned('1'));
  });

  it('is refused if enough signed, of which none is a person', async () => {
    const role = { keyids: [machine.keyid, first.keyid], threshold: 1, persons: 1 } as const;
    const envelope = await repository.signManifest({}, [machine]);
    const outcome = verifyEnvelope(manifestFormat, envelope, { ...authority, role });
    expect(await refused(outcome)).toMatchObject({
      code: 'release/wrong-signer',
      context: { remote: 'remote-evm', document: 'manifest', has: '0', needs: '1' },
    });
  });

  it('is refused after a change of its payload', async () => {
    const envelope = await repository.signManifest();
    const altered = { ...envelope, payload: flipped(envelope.payload) };
    expect(await refused(verified(altered))).toMatchObject(unsigned('0'));
  });

  it('is refused by name if it was signed in the form before statements', async () => {
    const { payloadType, ...signed } = await repository.signManifest();
    const envelope = { ...signed, payloadType: payloadType.replace('.v2+', '.v1+') };
    const context = { remote: 'remote-evm', document: 'manifest' };
    expect(await refused(verified(envelope))).toMatchObject({ code: 'release/old-form', context });
  });

  it('is refused under another type, also if the type is part of what was signed', async () => {
    const envelope = { ...(await repository.signManifest()), payloadType: 'text/plain' };
    const place = { code: 'release/malformed', context: { place: 'manifest.payloadType' } };
    expect(await refused(verified(envelope))).toMatchObject(place);
    const signed = await addSignatures({ ...envelope, signatures: [] }, [first, machine]);
    expect(await refused(verified(signed))).toMatchObject(place);
  });

  it('does not have a payload read that is not signed', async () => {
    const rubbish = { ...(await repository.signManifest()), payload: new TextEncoder().encode('rubbish') };
    expect(await refused(verified(rubbish))).toMatchObject(unsigned('0'));
  });
});

describe('keys', () => {
  it('are imported once, however many documents they are to verify', async () => {
    const { root: other, signManifest } = await createRepository('remote-evm', now);
    const [envelope, imports] = [await signManifest(), vi.spyOn(crypto.subtle, 'importKey')];
    openKeys(other.keys);
    const all = Object.keys(other.keys).length;
    expect(imports).toHaveBeenCalledTimes(all);
    const role = other.roles.release;
    for (const _ of [1, 2])
      expect(await signersOf(envelope, { ...authority, keys: other.keys, role })).toHaveLength(2);
    expect(imports).toHaveBeenCalledTimes(all);
    imports.mockRestore();
  });
});

describe('a platform without Ed25519', () => {
  it('is named as the reason', async () => {
    const cause = new DOMException('Unrecognized name.', 'NotSupportedError');
    const { root: other, signManifest } = await createRepository('remote-evm', now);
    vi.spyOn(crypto.subtle, 'importKey').mockRejectedValueOnce(cause);
    const otherAuthority = { ...authority, keys: other.keys, role: other.roles.release };
    const answer = verifyEnvelope(manifestFormat, await signManifest(), otherAuthority);
    expect(await refused(answer)).toMatchObject({
      code: 'release/uncheckable',
      context: { remote: 'remote-evm' },
      cause,
    });
  });
});
