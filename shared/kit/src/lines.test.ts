import type { RequestLine } from '@linkspan/contract';
import { describe, expect, it, vi } from 'vitest';
import { toMessageLines, toShown, toSignedLines } from './lines.ts';

const field: RequestLine = { is: 'field', name: 'a', value: 'b' };
const text: RequestLine = { is: 'text', value: 'a line' };
const several = (line: RequestLine, count: number): readonly RequestLine[] => Array(count).fill(line);
const moreOf = (lines: readonly RequestLine[]) => toShown(lines).lines.find(({ is }) => is === 'more');

describe('one more line says that a request is not shown whole', () => {
  it.each<[string, readonly RequestLine[], string | undefined]>([
    ['80 lines', several(field, 80), undefined],
    ['81 lines', several(field, 81), '1'],
    ['300 characters', [{ ...field, value: 'x'.repeat(300) }], undefined],
    ['301 characters', [{ ...field, value: 'x'.repeat(301) }], '0'],
    ['a name of 120 characters', [{ ...field, name: 'x'.repeat(120) }], undefined],
    ['a name of 121 characters', [{ ...field, name: 'x'.repeat(121) }], '0'],
    ['several blanks', [{ ...field, value: ' a  b ' }], undefined],
    ['letters that do not show', [{ ...field, value: 'a\u200Bb' }], '0'],
    ['200 characters of two units each', [{ ...field, value: '👍'.repeat(200) }], '0'],
    ['a change of direction', [{ ...field, value: 'a\u202Eb' }], '0'],
  ])('of %s', (_, lines, more) => {
    const { lines: shown } = toShown(lines);
    expect(moreOf(lines)?.value).toBe(more);
    expect(shown.length).toBeLessThanOrEqual(81);
    expect(shown.every(({ name = '', value }) => name.length <= 120 && value.length <= 300)).toBe(true);
  });
});

describe('what moves something is shown, however much stands before it', () => {
  const before = several(field, 500);

  it.each<RequestLine>([
    { is: 'recipient', value: '0x1' },
    { is: 'spender', value: '0x1' },
    { is: 'amount', value: '1' },
    { is: 'tokens', name: 'value', value: '1' },
    { is: 'creation', value: '' },
    { ...field, warning: 'unlimited' },
  ])('%o', (line) => {
    const { lines } = toShown([...before, { is: 'call', value: '2' }, line]);
    expect(lines.slice(-3, -1)).toEqual([{ is: 'call', value: '2' }, line]);
    expect(moreOf([...before, line])?.warning).toBeUndefined();
  });

  it.each<RequestLine>([
    { is: 'contract', value: '0x1' },
    { is: 'function', value: 'f()' },
    { is: 'data', value: '0x' },
  ])('or the last line warns of it: %o', (line) => {
    expect(moreOf([...before, line])).toMatchObject({ value: '421', warning: 'moves' });
  });

  it('in at most 300 lines, of which the last one warns', () => {
    const lines = several({ is: 'recipient', value: '0x1' }, 10_000);
    expect(toShown(lines).lines).toHaveLength(300);
    expect(moreOf(lines)).toMatchObject({ value: '9701', warning: 'moves' });
  });
});

it('lets no text fill the lines of the others', () => {
  const { lines } = toShown([...several(text, 300), ...several(field, 70)]);
  expect(lines.filter(({ is }) => is === 'text')).toHaveLength(20);
  expect(lines.filter(({ is }) => is === 'field')).toHaveLength(60);
  expect(toShown(several(text, 300)).lines).toHaveLength(81);
});

describe('a text', () => {
  const lines = (given: string | readonly number[]) =>
    toMessageLines(typeof given === 'string' ? new TextEncoder().encode(given) : Uint8Array.from(given));
  const toTexts = (...values: readonly string[]) => values.map((value) => ({ is: 'text', value }));

  it.each(['a\nb', 'a\r\nb', 'a\rb', 'a\u2028b', 'a\vb', '\n\na\n \nb\n'])('has its lines: %j', (given) => {
    expect(lines(given)).toEqual(toTexts('a', 'b'));
  });

  it('may have tabs', () => expect(lines('a\tb')).toEqual(toTexts('a\tb')));

  it.each<[string, string | readonly number[]]>([
    ['a control', 'pay now\u0000'],
    ['a byte that is no UTF-8', [...new TextEncoder().encode('pay now'), 255]],
  ])('with %s is shown with its bytes', (_, given) => {
    expect(lines(given)).toEqual([
      ...toTexts('pay now\uFFFD'),
      { is: 'data', value: expect.stringMatching(/^0x706179206e6f77(00|ff)$/) },
    ]);
  });

  it.each([[[0]], [[255, 254, 1, 2]], [[...Array(32).keys()]]])(
    'is not made of bytes such as %j',
    (bytes) => {
      expect(lines(bytes).map(({ is }) => is)).toEqual(['data']);
    },
  );
});

describe('a sign-in to another site is found', () => {
  const other = 'evil.example wants you to sign in with your Ethereum account:\n0x1';
  const siteOf = (given: string | Uint8Array) => {
    vi.stubGlobal('window', { location: { host: 'app.example', protocol: 'https:' } });
    const [first] = toSignedLines(given);
    return first?.warning === 'other-site' ? first.value : undefined;
  };

  it.each<[string, string | Uint8Array]>([
    ['at the beginning', other],
    ['with carriage returns', other.replaceAll('\n', '\r\n')],
    ['behind blank lines', `\n \t\n${other}`],
    ['behind blanks', `   ${other}`],
    ['behind a greeting', `Welcome!\n\n${other}`],
    ['in the line of a greeting', `Welcome: ${other}`],
    ['after a long line', `${'x'.repeat(400)}\n${other}`],
    ['after a hundred lines', `${'x\n'.repeat(100)}${other}`],
    ['after a sign-in to this site', `app.example wants you to sign in with your X account:\n${other}`],
    ['with odd blanks', other.replaceAll(' ', '\u00A0')],
    ['with invisible letters', other.replace('wants', 'wa\u200Bnts')],
    ['in capitals', other.replace('wants you', 'WANTS YOU')],
    ['before a control', `${other}\u0000`],
    ['before a byte that is no UTF-8', Uint8Array.from([...new TextEncoder().encode(other), 255])],
  ])('%s', (_, given) => expect(siteOf(given)).toBe('evil.example'));

  it('with another scheme of this host', () =>
    expect(siteOf(other.replace('evil.example', 'http://app.example'))).toBe('app.example'));

  it.each(['app.example', 'https://app.example', 'APP.example'])('and not to this one: %s', (site) =>
    expect(siteOf(other.replace('evil.example', site))).toBeUndefined(),
  );

  it('in a text without blanks at once', () => expect(siteOf('x'.repeat(200_000))).toBeUndefined());
});
