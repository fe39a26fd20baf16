import { describe, expect, it } from 'vitest';
import { readEnvelope, toStatement } from './envelope.ts';
import { liveFormat } from './live.ts';
import { toBase64, toCanonicalJson } from './sign.ts';
import { changed, type Path, refused } from './testing/index.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const signature = { keyid: 'a'.repeat(64), sig: toBase64(new Uint8Array(64)) };
const sound = { payloadType: 'text/plain', payload: 'hello', signatures: [signature] };
const read = (value: unknown) => readEnvelope(liveFormat, toCanonicalJson(value), 'remote-evm');

describe('the statement that is signed', () => {
  const said = async (payloadType: string, payload: string) =>
    new TextDecoder().decode(await toStatement({ payloadType, payload: encode(payload) }));

  it('has the type, the length and the digest of the payload', async () => {
    // FIPS 180-4, the example of SHA-512 for one block.
    expect(await said('application/vnd.linkspan.root.v2+json', 'abc')).toBe(
      `linkspan-statement-v1
application/vnd.linkspan.root.v2+json
3
ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f
`,
    );
  });

  it('counts bytes, not characters', async () => {
    expect((await said('text/plain', '€')).split('\n')[2]).toBe('3');
  });

  it('is short, however long the payload is', async () => {
    const { payloadType } = liveFormat;
    expect((await toStatement({ payloadType, payload: new Uint8Array(500_000) })).length).toBeLessThan(300);
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
    ['live.payload', ['payload'], 'a\uD800'],
    ['live.payload', ['payload'], {}],
    ['live.signatures', ['signatures'], {}],
    ['live.signatures', ['signatures'], Array(17).fill(signature)],
    ['live.signatures[0]', ['signatures', 0], 'x'],
    ['live.signatures[0].keyid', ['signatures', 0, 'keyid'], 'A'.repeat(64)],
    ['live.signatures[0].keyid', ['signatures', 0, 'keyid'], undefined],
    ['live.signatures[0].sig', ['signatures', 0, 'sig'], toBase64(new Uint8Array(63))],
    ['live.signatures[0]', ['signatures', 0, 'extra'], 1],
    ['live', ['extra'], 1],
    ['live', ['Call 555 0100 to unlock your wallet'], 1],
  ])('is refused with the place %s (%j: %j)', async (place, path, value) => {
    expect(await refused(() => read(changed(sound, path, value)))).toMatchObject({
      code: 'release/malformed',
      context: { remote: 'remote-evm', place },
    });
  });
});

/** All that an error and its causes say, as a console or a report would have it. */
function allOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return [error.message, error.stack, JSON.stringify(error), allOf(error.cause)].join('\n');
}

describe('what is wrong with an envelope that nobody has verified', () => {
  const said = 'Call 555 0100';

  it.each<[what: string, text: string]>([
    ['a field', JSON.stringify({ ...sound, [said]: 1 })],
    ['a field of a signature', JSON.stringify({ ...sound, signatures: [{ ...signature, [said]: 1 }] })],
    ['a field before one that is missing', JSON.stringify({ [said]: 1, payload: sound.payload })],
    ['a value', JSON.stringify({ ...sound, payload: [said] })],
    ['a keyid', JSON.stringify({ ...sound, signatures: [{ ...signature, keyid: said }] })],
    ['a type', JSON.stringify({ ...sound, payloadType: { [said]: said } })],
    ['text that is no JSON', said],
    ['JSON that ends early', `{"${said}": `],
    ['JSON with a key twice', `{"${said}": 1, "${said}": 2}`],
    ['JSON that is nested too deep', `${`{"${said}":`.repeat(20)}1${'}'.repeat(20)}`],
    ['a key of prototypes', `{"__proto__": {"${said}": 1}, "${said}": 1}`],
  ])('is reported without its text: %s', async (_, text) => {
    const error = await refused(() => readEnvelope(liveFormat, encode(text), 'remote-evm'));
    expect(error).toMatchObject({ code: 'release/malformed' });
    expect(allOf(error)).not.toContain('555');
  });
});
