import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatAmount, formatBalance, toExactAmount } from './format.ts';
import { readAmount, writeAmount } from './written-amount.ts';

const seed = Number(process.env.LINKSPAN_SEED) || 20_261_126;
const random = { seed, numRuns: 2000 } as const;
const ambiguous = (first: string, second: string) => ({ wrong: 'ambiguous', readings: [first, second] });
/** In thousandths, at three decimals. */
const read = (written: string, ...languages: string[]) => readAmount(written, 3, languages);

describe('a written amount', () => {
  it.each([
    ['0.5', 18, '500000000000000000'],
    ['.5', 1, '5'],
    ['1.', 1, '10'],
    ['1,000.', 0, '1000'],
    ['1', 9, '1000000000'],
    [' 007.10 ', 2, '710'],
    ['0.000000001', 9, '1'],
    ['7', 0, '7'],
    ['1,234,567.5', 1, '12345675'],
    ['1'.repeat(40), 0, '1'.repeat(40)],
  ])('%j becomes smallest units', (written, decimals, units) => {
    expect(readAmount(written, decimals)).toEqual({ units });
  });

  it.each([
    ...['', ' ', '1 ETH', '1 000', '1 .5'],
    ...'. , 0 0.00 .0 -1 +1 −1 1e3 1E3 0x10 0b1 1n 1_000 Infinity ∞ NaN $1 1% ½ 1² ① Ⅳ 1️⃣ 1..5 1.2.3'.split(
      ' ',
    ),
    ...'1,5 1, ,5 0,123 1.234,5 12,34 1,2345 1,234,5 1,,234 ,123 1.234.567'.split(' '),
    ...['1'.repeat(41), '0'.repeat(101), `1.${'0'.repeat(100_000)}`],
  ])('%j is none in English', (written) => {
    expect(readAmount(written, 9, ['en', 'en-GB'])).toEqual({ wrong: 'no-amount' });
  });

  it('is not cut if it has more decimals than the coin, except zeros', () => {
    expect(readAmount('0.0000000001', 9)).toEqual({ wrong: 'too-many-decimals' });
    expect(readAmount('0.5', 0)).toEqual({ wrong: 'too-many-decimals' });
    expect(readAmount('5.00', 0)).toEqual({ units: '5' });
  });

  it.each([
    ['in Arabic digits', '١٬٢٣٤٫٥', '1234500'],
    ['in Arabic digits with a Latin point', '١.٥', '1500'],
    ['in Persian digits', '۱٫۵', '1500'],
    ['in Devanagari', '१.५', '1500'],
    ['in digits of full width', '１，２３４．５', '1234500'],
    ['in mathematical digits', '𝟙.𝟝', '1500'],
    ['between marks of direction', '\u200e\u202a1.5\u202c', '1500'],
    ['with a space of no width', '\u200b1\u200b.5\ufeff', '1500'],
    ['after an ideographic space', '\u30001.5\u00a0', '1500'],
  ])('%s is read', (_, written, units) => {
    expect(read(written)).toEqual({ units });
  });

  it.each([
    ['in digits of two scripts', '1٢'],
    ['that is shown from right to left', '\u202e12'],
    ['with a mark from right to left in it', '1\u200f2.3'],
  ])('%s is none', (_, written) => {
    expect(read(written)).toEqual({ wrong: 'no-amount' });
  });

  it.each([
    ['1.234', 'de', '1.2340', '1234'],
    ['1,234', 'de', '1234', '1.2340'],
    ['9.988', 'de-DE', '9.9880', '9988'],
    ['12.345', 'es', '12.3450', '12345'],
    ['123.456', 'pt-BR', '123.4560', '123456'],
    ['1,234', 'fr', '1234', '1.2340'],
    // The numbers of Austria have spaces between groups, its money has points.
    ['1.234', 'de-AT', '1.2340', '1234'],
    ['١٢٣.٤٥٦', 'de', '123.4560', '123456'],
  ])('%s is ambiguous beside %s', (written, language, ...readings) => {
    for (const languages of [[language], ['en', language], [language, 'en']])
      expect(read(written, ...languages)).toEqual(ambiguous(...readings));
  });

  it.each([
    ['de', '1.5', '1500'],
    ['de', '0.123', '123'],
    ['de', '.123', '123'],
    ['de', '1.2340', '1234'],
    ['de', '1234.567', '1234567'],
    ['de', '1,234.5', '1234500'],
    ['de', '1,234,567', '1234567000'],
    ['fr', '1.234', '1234'],
    ['en-GB', '1,234', '1234000'],
    ['en-IN', '1,234', '1234000'],
    ['ja', '1,234.5', '1234500'],
    ['de', '1,5', '1500'],
    ['de', ',5', '500'],
    ['de', '0,123', '123'],
    ['de', '1.234,5', '1234500'],
    ['de', '1.234.567', '1234567000'],
    ['fr', '1 234,5', '1234500'],
    ['fr', '1\u202f234,5', '1234500'],
    ['fr', '1\u00a0234,5', '1234500'],
    ['pt-BR', '12.345,67', '12345670'],
    ['ru', '12 345,67', '12345670'],
    ['en-IN', '1,00,000', '100000000'],
    ['de-CH', '1’234.5', '1234500'],
    ['de-CH', "1'234.5", '1234500'],
  ])('beside %s has one reading: %j is %s thousandths', (language, written, units) => {
    expect(read(written, language)).toEqual({ units });
  });

  it.each([
    ['de', '1,5,5'],
    ['de', '1.23.456'],
    ['fr', '1 23,5'],
    ['en-IN', '1,0,0'],
  ])('beside %s %j is none, since a mark is in a wrong place', (language, written) => {
    expect(read(written, language)).toEqual({ wrong: 'no-amount' });
  });

  it('is read by the page alone if the browser names no real language', () => {
    const languages = ['', 'C', 'en-US@posix', 'xx-XX', 'not a language', null, 7] as string[];
    for (const some of [undefined, [], languages])
      expect(readAmount('1.234', 3, some)).toEqual({ units: '1234' });
    expect(readAmount('1.234', 3, [...languages, 'de'])).toEqual(ambiguous('1.2340', '1234'));
  });

  it('is ambiguous also if the coin has too few decimals for one of its readings', () => {
    expect(readAmount('1,234', 2, ['de'])).toEqual(ambiguous('1234', '1.2340'));
  });
});

describe('in each locale that Intl knows', () => {
  const locales = listLocales();
  const units = fc.bigInt({ min: 1n, max: 10n ** 12n - 1n }).map(String);

  it('there are hundreds, with marks of every kind', () => {
    expect(locales.length).toBeGreaterThan(400);
    const groups = new Set(locales.map((language) => marksOf(language).group));
    expect([...groups]).toEqual(expect.arrayContaining(['.', ',', '\u00a0', '\u202f']));
  });

  it('the digits of each script are read', () => {
    for (const numberingSystem of Intl.supportedValuesOf('numberingSystem')) {
      const form = new Intl.NumberFormat('en', { numberingSystem, useGrouping: false });
      const digits = form.format(9_876_543_210);
      if (/^\p{Nd}+$/u.test(digits))
        expect([numberingSystem, read(digits)]).toEqual([numberingSystem, { units: '9876543210000' }]);
    }
  });

  it('an accepted amount is the reading of page and locale', () => {
    const written = fc.oneof(
      fc
        .tuple(units, fc.constantFrom('.', ','))
        .map(([digits, mark]) => `${digits.slice(0, 3)}${mark}${digits.slice(3)}`),
      fc.string({ unit: fc.constantFrom(..."0123459.,'’ \u00a0\u202f٫٬"), minLength: 1, maxLength: 9 }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...locales), written, (language, text) => {
        const found = readAmount(text, 18, [language]);
        const readings = ['en', language].flatMap((one) => readStrictly(text, one) ?? []);
        if (found.wrong === undefined) for (const one of readings) expect(one).toBe(found.units);
        else if (found.wrong === 'ambiguous')
          for (const one of found.readings)
            expect(readAmount(one, 18, locales)).toEqual({ units: readStrictly(one, 'en') });
        else for (const one of readings) expect(one).toBe('0');
      }),
      random,
    );
  });

  it('an amount written by the page has one reading, beside all of them at once', () => {
    fc.assert(
      fc.property(units, fc.integer({ min: 0, max: 12 }), (exact, decimals) => {
        const written = writeAmount(toExactAmount(exact, decimals));
        expect(readAmount(written, decimals, locales)).toEqual({ units: exact });
      }),
      { ...random, numRuns: 100 },
    );
  });

  it('an amount shown by the page has its own reading, or is refused', () => {
    fc.assert(
      fc.property(fc.constantFrom(...locales), units, (language, exact) => {
        for (const format of [formatAmount, formatBalance]) {
          const shown = format(exact, 9);
          const alone = readAmount(shown, 9);
          const beside = readAmount(shown, 9, [language]);
          if (beside.wrong !== 'ambiguous') expect(beside).toEqual(alone);
        }
      }),
      random,
    );
  });

  it('a number as the locale itself writes it is that number, or refused', () => {
    fc.assert(
      fc.property(fc.constantFrom(...locales), units, fc.boolean(), (language, exact, isGrouped) => {
        const form = new Intl.NumberFormat(language, { useGrouping: isGrouped, maximumFractionDigits: 3 });
        const found = read(form.format(toExactAmount(exact, 3) as `${number}`), language);
        expect(found.wrong === undefined ? found.units : exact).toBe(exact);
        expect(found.wrong).not.toBe('no-amount');
      }),
      random,
    );
  });
});

/** Languages, and those with a country that `Intl` has numbers for. */
function listLocales(): readonly string[] {
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  const pairs = letters.flatMap((one) => letters.map((other) => one + other));
  const languages = [...pairs, ...pairs.flatMap((pair) => letters.map((one) => pair + one))].filter(
    (tag) => Intl.NumberFormat.supportedLocalesOf(tag).length > 0,
  );
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  const countries = pairs.map((pair) => pair.toUpperCase()).filter((code) => names.of(code) !== undefined);
  const isOwn = (tag: string) => new Intl.NumberFormat(tag).resolvedOptions().locale === tag;
  const local = languages
    .filter(isOwn)
    .flatMap((language) => countries.map((country) => `${language}-${country}`))
    .filter(isOwn);
  return [...languages, ...local];
}

/** How a language writes numbers in Latin digits. */
function marksOf(language: string) {
  const parts = new Intl.NumberFormat(language, {
    numberingSystem: 'latn',
    useGrouping: 'always',
  }).formatToParts(1_234_567.5);
  const find = (wanted: string) => parts.find(({ type }) => type === wanted)?.value ?? '';
  return { decimal: find('decimal'), group: find('group') };
}

/** The one number that a language writes so, in smallest units at 18 decimals. */
function readStrictly(text: string, language: string): string | undefined {
  const { decimal, group } = marksOf(language);
  const unify = (one: string) => one.replace(/[\u00a0\u202f]/g, ' ').replace(/’/g, "'");
  const own = unify(text).trim().replaceAll('٫', unify(decimal)).replaceAll('٬', unify(group));
  const [whole = '', fraction = '', ...more] = own.split(unify(decimal));
  const digits = whole.replace(/\D/g, '');
  const groups = new Intl.NumberFormat(language, { numberingSystem: 'latn', useGrouping: 'always' });
  const isOne =
    more.length === 0 &&
    /^\d+$/.test(digits + fraction) &&
    [digits, unify(groups.format(BigInt(digits)))].includes(whole);
  return isOne ? String(BigInt(digits + fraction.padEnd(18, '0'))) : undefined;
}
