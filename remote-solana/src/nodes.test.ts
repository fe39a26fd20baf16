import { describe, expect, it } from 'vitest';
import { parseJson } from './nodes.ts';

describe('what a Solana node answers', () => {
  it('keeps every digit of a whole number, and leaves what JSON can hold as it is', () => {
    expect(parseJson('{"value":18446744073709551615,"slot":7,"deep":[-9007199254740993]}')).toEqual({
      value: 18446744073709551615n,
      slot: 7,
      deep: [-9007199254740993n],
    });
  });

  it('takes no number out of a text, nor a broken one', () => {
    const given = { memo: 'paid: 18446744073709551615, "1234567890123456"', part: 0.12345678901234568 };
    expect(parseJson(JSON.stringify(given))).toEqual(given);
    expect(parseJson('[1.5e21]')).toEqual([1.5e21]);
  });

  it('throws where it is no JSON', () => {
    expect(() => parseJson('<html>')).toThrow(SyntaxError);
  });
});
