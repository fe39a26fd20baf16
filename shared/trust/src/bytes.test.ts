import { describe, expect, it } from 'vitest';
import { base64, sha256, toHex, utf8 } from './bytes.ts';

const read = (value: unknown, length = 1) => base64(length)(value, 'here');

describe('base64', () => {
  it.each([
    ['', []],
    ['AA==', [0]],
    ['/+8=', [255, 239]],
    ['aGVsbG8h', [104, 101, 108, 108, 111, 33]],
    ['fw==', [127]],
    ['gA==', [128]],
    ['w6Q=', [195, 164]],
    ['YcOk', [97, 195, 164]],
  ])('reads %j', (text, bytes) => {
    expect([...read(text, bytes.length)]).toEqual(bytes);
  });

  it.each([
    ['missing padding', 'AA'],
    ['stray bits', 'AB=='],
    ['the alphabet for addresses', '_-8='],
    ['white space', 'AA==\n'],
    ['other characters', 'ä==='],
    ['a number', 1234],
    ['nothing', undefined],
    ['a list', ['AA==']],
  ])('refuses %s', (_, value) => {
    expect(() => read(value)).toThrow('here should be base64');
  });

  it('refuses another length than is asked for', () => {
    expect(() => read('AA==', 2)).toThrow('here should be base64');
    expect(read('AAA=', 2)).toHaveLength(2);
  });
});

describe('text', () => {
  it.each(['', '{"a":"ä\u0000€"}\n'])('is read as its UTF-8 bytes: %j', (text) => {
    expect(new TextDecoder().decode(utf8(text, 'here'))).toBe(text);
  });

  it.each([
    ['a lone surrogate', 'a\uD800'],
    ['a byte order mark', '\uFEFF{}'],
    ['a number', 1],
    ['nothing', undefined],
  ])('is refused with %s', (_, value) => {
    expect(() => utf8(value, 'here')).toThrow('here should be text in UTF-8');
  });
});

it('writes bytes in lowercase hexadecimal', () => {
  expect(toHex(Uint8Array.of(0, 10, 255))).toBe('000aff');
});

it('hashes the empty input as FIPS 180-4 has it', async () => {
  expect(await sha256(new Uint8Array())).toBe(
    'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  );
});
