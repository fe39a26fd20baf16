import { describe, expect, it } from 'vitest';
import { cleanLines, cleanText, format, isolate, toKnownSentences } from './clean-text.ts';

describe('a text of somebody else', () => {
  it.each<[what: string, given: string, shown: string]>([
    ['a bidirectional override', 'Meta\u202EksaM', 'MetaksaM'],
    ['isolates and marks of direction', '\u2066Meta\u2069\u200F\u061CMask\u200E', 'MetaMask'],
    ['characters without a width', 'Me\u200Bta\u200C\u200D\u2060\uFEFFMask\u00AD', 'MetaMask'],
    ['tags and selectors of variants', 'Pier\u{E0041}\uFE0F\u{E0100}', 'Pier'],
    ['controls', 'Pi\u0000er\u0007\u009F', 'Pier'],
    ['blanks of all kinds', '\u00A0\u2003Meta\u3000\u2800\t\r\n\u2028 Mask \u3164', 'Meta Mask'],
    ['half of a pair', 'Pier\uD83D \uDE00', 'Pier'],
    ['private characters', 'Pier\uE000\u{F0000}', 'Pier'],
    ['a flood of marks', `P${'\u0335'.repeat(200)}ier`, 'P\u0335\u0335\u0335ier'],
    ['marks without a letter', '\u0335\u0336Pier \u0337Quay', 'Pier Quay'],
    ['a frame around the text', 'Pi\u20DDer', 'Pier'],
    ['a letter in two writings', 'Cafe\u0301', 'Café'],
    ['nothing to see', '\u200B\u2060 \u3164', ''],
  ])('is shown without %s', (_, given, shown) => {
    expect(cleanText(given)).toBe(shown);
  });

  it.each(['MetaMask', 'OKX Wallet', 'محفظة', 'ארנק שלי', '内存钱包', 'กระเป๋า', 'क्षत्रिय', '👛 Purse'])(
    'is unchanged if it is plain: %s',
    (text) => expect(cleanText(text)).toBe(text),
  );

  it('is cut between characters, not within one', () => {
    expect(cleanText('x'.repeat(60))).toBe('x'.repeat(60));
    expect(cleanText('x'.repeat(61))).toBe(`${'x'.repeat(59)}…`);
    const flag = '🇨🇭';
    expect(cleanText(flag.repeat(60))).toBe(flag.repeat(60));
    expect(cleanText(flag.repeat(61))).toBe(`${flag.repeat(59)}…`);
  });

  it('takes bounded work and room, however long it is', () => {
    // One character of Hangul may have any number of letters.
    for (const unit of ['\u1100', 'a\u0301', '\u0600', '\u200B', '😀', 'x '])
      expect(cleanText(unit.repeat(5_000_000)).length).toBeLessThanOrEqual(481);
  });

  it('keeps its lines if it may have several', () => {
    expect(cleanLines('First\u202E line\r\n\n\u200B\nsecond', 100)).toBe('First line\nsecond');
  });

  it('is clean after one cleaning, whatever is in it', () => {
    const random = createRandom(20261123);
    const segmenter = new Intl.Segmenter();
    for (let round = 0; round < 1_000; round += 1) {
      const text = Array.from({ length: random(80) }, () => String.fromCharCode(draw(random))).join('');
      const clean = cleanText(text);
      expect(cleanText(clean)).toBe(clean);
      expect(clean.isWellFormed()).toBe(true);
      expect(clean).not.toMatch(/[\p{C}\p{Default_Ignorable_Code_Point}]|[^\S ]| {2}|^ | $|^\p{M}|\p{M}{4}/u);
      expect([...segmenter.segment(clean)].length).toBeLessThanOrEqual(60);
    }
  });
});

it('a text from right to left is isolated from those around it', () => {
  expect(isolate('Pier')).toBe('Pier');
  for (const text of ['ארנק', 'محفظة', 'Pier א', '\u{10800}'])
    expect(isolate(text)).toBe(`\u2068${text}\u2069`);
});

/** Code units of the most difficult blocks. */
function draw(random: (most: number) => number): number {
  const [from, size] = (
    [
      [0, 0x250],
      [0x300, 0x70],
      [0x590, 0x200],
      [0x1100, 0x100],
      [0x2000, 0x100],
      [0xd800, 0x800],
      [0, 0x10000],
    ] as const
  )[random(7)] as readonly [number, number];
  return from + random(size);
}

/** The same numbers for the same seed: whole, below what it is given. */
function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

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
    'does not take %s from the prototype of every object',
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
