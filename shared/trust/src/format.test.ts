import { describe, expect, it } from 'vitest';
import { readJson } from './format.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const read = (text: string, most = 1_000) => readJson(bytesOf(text), most, 'the document');

describe('strict JSON', () => {
  it.each([
    '{"a":{"b":1},"c":{"b":2}}',
    '[{"a":1},{"a":1}]',
    '{"a:b":":","c\\"d":"\\\\","e":"{\\"e\\":1,\\"e\\":2}"}',
    '{"":0,"__proto__":1,"constructor":2}',
    '"a:b"',
    ' { "a" : [ ] }\n',
  ])('is read: %s', (text) => {
    expect(read(text)).toEqual(JSON.parse(text));
  });

  it.each([
    '{"a":1,"a":2}',
    '{"a":1,"\\u0061":2}',
    '{"x":[{"a":1,"b":{},"a":1}]}',
    '{"__proto__":1,"__proto__":2}',
    '{"a\\"":1,"a\\u0022":2}',
    '{"a":{"a":1},"a":3}',
  ])('is refused with a key twice: %s', (text) => {
    expect(() => read(text)).toThrow('JSON with each key once');
  });

  it('is refused if it is too long, before it is read', () => {
    expect(() => readJson(new Uint8Array(10_000_000).fill(0x5b), 500_000, 'live')).toThrow(
      'live should be at most 500000 bytes',
    );
    expect(read('[]', 2)).toEqual([]);
  });

  it('is refused if it nests deeper than 12', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(read(nested(12))).toBeDefined();
    expect(() => read(nested(13))).toThrow('nested at most 12 deep');
  });

  it('is refused, and in linear time, if half a megabyte is nothing but nesting', () => {
    const half = 240_000;
    const texts = ['['.repeat(half) + ']'.repeat(half), '{"a":'.repeat(80_000), '"\\"'.repeat(160_000)];
    for (const text of texts) expect(() => read(text, 500_000)).toThrow('the document should be');
  });

  it.each([
    ['no JSON', bytesOf('<!doctype html>')],
    ['an empty file', bytesOf('')],
    ['a byte order mark', Uint8Array.of(0xef, 0xbb, 0xbf, 0x5b, 0x5d)],
    ['no UTF-8', Uint8Array.of(0x22, 0xff, 0x22)],
    ['a surrogate in UTF-8', Uint8Array.of(0x22, 0xed, 0xa0, 0x80, 0x22)],
    ['a trailing comma', bytesOf('[1,]')],
    ['a second value', bytesOf('{} {}')],
  ])('is refused if it is %s, with the cause', (_, bytes) => {
    try {
      readJson(bytes, 100, 'live');
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ place: 'live', expected: 'JSON in UTF-8', cause: expect.any(Error) });
    }
  });
});
