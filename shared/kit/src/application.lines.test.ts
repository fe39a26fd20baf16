import type { RequestLine } from '@linkspan/contract';
import { describe, expect, it } from 'vitest';
import { toShown } from './application.ts';

describe('lines', () => {
  const line: RequestLine = { is: 'field', name: 'a', value: 'b' };

  it.each<[string, readonly RequestLine[], boolean]>([
    ['80 lines', Array(80).fill(line), false],
    ['81 lines', Array(81).fill(line), true],
    ['300 characters', [{ ...line, value: 'x'.repeat(300) }], false],
    ['301 characters', [{ ...line, value: 'x'.repeat(301) }], true],
    ['a name of 120 characters', [{ ...line, name: 'x'.repeat(120) }], false],
    ['a name of 121 characters', [{ ...line, name: 'x'.repeat(121) }], true],
    ['several blanks', [{ ...line, value: ' a  b ' }], false],
    ['letters that do not show', [{ ...line, value: 'a\u200Bb' }], true],
    ['200 characters of two units each', [{ ...line, value: '👍'.repeat(200) }], true],
    ['a change of direction', [{ ...line, value: 'a\u202Eb' }], true],
  ])('of %s', (_, lines, isPartial) => {
    const shown = toShown(lines);
    expect(shown.isPartial ?? false).toBe(isPartial);
    expect(shown.lines.length).toBeLessThanOrEqual(80);
    expect(shown.lines.every(({ name = '', value }) => name.length <= 120 && value.length <= 300)).toBe(true);
  });
});
