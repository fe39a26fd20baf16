import { describe, expect, it } from 'vitest';
import { format, toKnownSentences } from './format.ts';

describe('a template', () => {
  it('takes each value at each of its places', () => {
    expect(format('{a} and {b}, then {a}', { a: 'one', b: 'two' })).toBe('one and two, then one');
  });

  it.each([
    ['no value', {}],
    ['an empty one', { wallet: '' }],
    ['one of blanks', { wallet: ' ' }],
  ])('shows a person no place that has %s', (_what, values) => {
    const template: string = '{wallet} did not answer';
    expect(format(template, values)).toBe('… did not answer');
  });

  it('does not compile without a value for each place', () => {
    // @ts-expect-error the wallet is missing
    expect(format('{wallet} did not answer', {})).toBe('… did not answer');
  });

  it('does not read a value as a template', () => {
    const template: string = '{a}';
    expect(format(template, { a: '{b} $& $1', b: 'no' })).toBe('{b} $& $1');
  });

  it.each(['toString', 'constructor', '__proto__'])(
    'does not take %s from where every object has it',
    (name) => {
      const template: string = `{${name}}`;
      expect(format(template, {})).toBe('…');
    },
  );
});

describe('the known sentences of a template', () => {
  const template = 'Version {version} is blocked: {reason}. Reload the page, or try again.';

  it.each([
    [{ version: '1.0.0', reason: 'It loses money' }, template],
    [{ version: '1.0.0' }, 'Reload the page, or try again.'],
    [{ version: '1.0.0', reason: '' }, 'Reload the page, or try again.'],
    [{}, 'Reload the page, or try again.'],
  ])('are those whose values are given, of %j', (values, sentences) => {
    expect(toKnownSentences(template, values)).toBe(sentences);
  });
});
