import { describe, expect, it } from 'vitest';
import { format } from './format.ts';

describe('a template', () => {
  it('takes each value at each of its places', () => {
    expect(format('{a} and {b}, then {a}', { a: 'one', b: 'two' })).toBe('one and two, then one');
  });

  it('keeps a place that has no value', () => {
    expect(format('{wallet} did not answer', {})).toBe('{wallet} did not answer');
  });

  it('does not read a value as a template', () => {
    expect(format('{a}', { a: '{b} $& $1', b: 'no' })).toBe('{b} $& $1');
  });

  it.each(['toString', 'constructor', '__proto__'])(
    'does not take %s from where every object has it',
    (name) => {
      expect(format(`{${name}}`, {})).toBe(`{${name}}`);
    },
  );
});
