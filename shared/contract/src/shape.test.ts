import { describe, expect, it } from 'vitest';
import { integer, list, Malformed, nonEmptyList, oneOf, record, type Shape, text, variant } from './shape.ts';

function malformed(shape: Shape<unknown>, value: unknown): { place: string; expected: string } {
  try {
    shape(value, '');
  } catch (error) {
    if (error instanceof Malformed) return { place: error.place, expected: error.expected };
    throw error;
  }
  throw new Error('was taken');
}

describe('a text', () => {
  it('is taken as it is', () => {
    expect(text()('', 'x')).toBe('');
  });

  it('is refused if it is too long, or fails its test, or is none', () => {
    expect(() => text(undefined, undefined, 3)('four', 'x')).toThrow(Malformed);
    expect(() => text('b', (value) => value === 'b')('a', 'x')).toThrow('x should be b');
    for (const value of [1, null, {}, ['a']]) expect(() => text()(value, 'x')).toThrow('x should be a text');
  });

  it('is said to be missing if nothing is there', () => {
    expect(malformed(record({ a: text('a name') }), {})).toEqual({ place: 'a', expected: 'given: a name' });
  });
});

describe('one of several values', () => {
  it('is refused with the choice', () => {
    expect(oneOf(['a', true])(true, 'x')).toBe(true);
    expect(() => oneOf(['a', true])('b', 'x')).toThrow('x should be "a" or true');
  });
});

describe('a whole number', () => {
  it('is taken between its bounds', () => {
    expect([0, 5].map((value) => integer(0, 5)(value, 'x'))).toEqual([0, 5]);
  });

  it.each([-1, 6, 1.5, Number.NaN, '3', 3n, null])('is not %s', (value) => {
    expect(() => integer(0, 5)(value, 'x')).toThrow('x should be a whole number from 0 to 5');
  });
});

describe('a list', () => {
  it('names the entry that is wrong', () => {
    expect(malformed(record({ names: list(text()) }), { names: ['a', 2] }).place).toBe('names[1]');
  });

  it('is refused if it is too long or none', () => {
    expect(() => list(text(), 1)(['a', 'b'], 'x')).toThrow('x should be a list of at most 1');
    for (const value of [undefined, 'ab', { length: 1, 0: 'a' }])
      expect(() => list(text())(value, 'x')).toThrow(Malformed);
  });

  it('is refused if an entry is missing from it', () => {
    const holed = ['a', 'b', 'c'];
    delete holed[1];
    expect(malformed(list(text()), holed).place).toBe('[1]');
    expect(malformed(nonEmptyList(text()), holed).place).toBe('[1]');
  });

  it('may have to have a first entry', () => {
    expect(nonEmptyList(text())(['a'], 'x')).toEqual(['a']);
    expect(() => nonEmptyList(text(), 5)([], 'x')).toThrow('x should be a list of 1 to 5');
  });

  it('is a frozen copy', () => {
    const given = ['a'];
    const read = list(text())(given, 'x');
    given.push('b');
    expect(read).toEqual(['a']);
    expect(Object.isFrozen(read)).toBe(true);
    expect(Object.isFrozen(nonEmptyList(text())(given, 'x'))).toBe(true);
  });
});

describe('a record', () => {
  const shape = record({ a: text() }, { b: text() });

  it('is a frozen copy of its known fields', () => {
    const given = { a: '1', b: '2' };
    const read = shape(given, '');
    given.a = 'other';
    expect(read).toEqual({ a: '1', b: '2' });
    expect(Object.isFrozen(read)).toBe(true);
  });

  it('has no field if an optional one is missing', () => {
    expect(Object.keys(shape({ a: '1', b: undefined }, ''))).toEqual(['a']);
  });

  it.each(['c', 'toString', 'constructor'])('is refused with the unknown field %s', (name) => {
    expect(malformed(shape, { a: '1', [name]: 1 }).place).toBe(name);
  });

  it('is refused with a field that would be its prototype', () => {
    expect(malformed(shape, JSON.parse('{"a": "1", "__proto__": {}}')).place).toBe('__proto__');
  });

  it('does not take a field from its prototype', () => {
    expect(malformed(shape, Object.create({ a: '1' })).place).toBe('a');
  });

  it.each([null, undefined, 'a', 1, [], () => ({})])('is not %j', (value) => {
    expect(malformed(shape, value)).toEqual({ place: 'the value', expected: 'an object' });
  });

  it('names the whole way to what is wrong', () => {
    const outer = record({ rows: list(record({ cell: shape })) });
    expect(malformed(outer, { rows: [{ cell: { a: 1 } }] }).place).toBe('rows[0].cell.a');
  });
});

describe('a variant', () => {
  const shape = variant('kind', {
    a: [{}],
    b: [{ n: integer(0, 9) }],
  });

  it('has the shape that its field names', () => {
    expect(shape({ kind: 'b', n: 1 }, '')).toEqual({ kind: 'b', n: 1 });
    expect(malformed(shape, { kind: 'a', n: 1 }).place).toBe('n');
  });

  it.each([{ kind: 'c' }, { kind: 'toString' }, { kind: 1 }, {}, null, 'a'])('is not %j', (value) => {
    expect(malformed(shape, value)).toEqual({ place: 'kind', expected: 'a or b' });
  });
});
