import { describe, expect, it } from 'vitest';
import { readEnvelope, toPae } from './envelope.ts';
import { liveFormat } from './live.ts';
import { toBase64, toCanonicalJson } from './sign.ts';
import { changed, type Path, refused } from './testing/index.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const signature = { keyid: 'a'.repeat(64), sig: toBase64(new Uint8Array(64)) };
const sound = { payloadType: 'text/plain', payload: toBase64(encode('hello')), signatures: [signature] };
const read = (value: unknown) => readEnvelope(liveFormat, toCanonicalJson(value), 'remote-evm');

describe('the pre-authentication encoding', () => {
  it('is the one of the DSSE v1 specification’s example', () => {
    const pae = toPae({ payloadType: 'http://example.com/HelloWorld', payload: encode('hello world') });
    expect(new TextDecoder().decode(pae)).toBe('DSSEv1 29 http://example.com/HelloWorld 11 hello world');
  });

  it('counts bytes, not characters', () => {
    const pae = toPae({ payloadType: 'é', payload: encode('€') });
    expect(new TextDecoder().decode(pae)).toBe('DSSEv1 2 é 3 €');
  });
});

describe('an envelope', () => {
  it('is read with its bytes', () => {
    expect(read(sound)).toEqual({
      payloadType: 'text/plain',
      payload: encode('hello'),
      signatures: [{ keyid: signature.keyid, sig: new Uint8Array(64) }],
    });
  });

  it.each<[place: string, path: Path, value: unknown]>([
    ['live', [], null],
    ['live', [], []],
    ['live.payloadType', ['payloadType'], undefined],
    ['live.payloadType', ['payloadType'], 1],
    ['live.payload', ['payload'], 'a b'],
    ['live.payload', ['payload'], {}],
    ['live.signatures', ['signatures'], {}],
    ['live.signatures', ['signatures'], Array(17).fill(signature)],
    ['live.signatures[0]', ['signatures', 0], 'x'],
    ['live.signatures[0].keyid', ['signatures', 0, 'keyid'], 'A'.repeat(64)],
    ['live.signatures[0].keyid', ['signatures', 0, 'keyid'], undefined],
    ['live.signatures[0].sig', ['signatures', 0, 'sig'], toBase64(new Uint8Array(63))],
    ['live.signatures[0].extra', ['signatures', 0, 'extra'], 1],
    ['live.extra', ['extra'], 1],
  ])('is refused with the place %s (%j: %j)', async (place, path, value) => {
    expect(await refused(() => read(changed(sound, path, value)))).toMatchObject({
      code: 'release/malformed',
      context: { remote: 'remote-evm', place },
    });
  });
});
