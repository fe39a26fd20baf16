import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatHex, wcagContrast } from 'culori';
import { describe, expect, it } from 'vitest';
import { parseColor } from '../color.ts';
import type { Brand } from '../config.ts';
import { backgrounds, toBrandStyle } from './brand.ts';

const color = (text: string) => parseColor(text) ?? expect.unreachable(text);
const tokens = readFileSync(join(import.meta.dirname, '../ui/styles/tokens.css'), 'utf8');
const readToken = (name: string) => new RegExp(`${name}: (.+);`).exec(tokens)?.[1] ?? '';

/** The error of an accent. */
function refuse(accent: NonNullable<Brand['accent']>) {
  try {
    toBrandStyle({ accent });
  } catch (error) {
    return (error as { context: { place: string; expected: string } }).context;
  }
  return undefined;
}

it('an empty brand has no style', () => {
  expect(toBrandStyle({})).toBe('');
});

it('a brand is one rule', () => {
  const accent = { light: '#0b57d0', dark: 'oklch(80% 0.1 260)' };
  expect(toBrandStyle({ accent, radius: 0, font: '"Example Sans", sans-serif' })).toBe(
    ':root,:host{--accent-light:#0b57d0;--accent-dark:oklch(80% 0.1 260);--on-accent:light-dark(#fff,#060606);--radius:0px;--font:"Example Sans", sans-serif}',
  );
});

it('uses the backgrounds of the tokens', () => {
  const lightness = (text: string) => /([\d.]+)%/.exec(text)?.[1];
  const derived = (name: string, scheme: string) =>
    new RegExp(`${name}: [^;]*--accent-${scheme}\\) ([\\d.]+)%`).exec(tokens)?.[1];
  expect(derived('--paper', 'light')).toBe(lightness(backgrounds.light));
  expect(derived('--raise', 'dark')).toBe(lightness(backgrounds.dark));
});

describe('an accent', () => {
  it('of the page itself is accepted', () => {
    const accent = { light: readToken('--accent-light'), dark: readToken('--accent-dark') };
    expect(refuse(accent)).toBeUndefined();
  });

  it('can be the same in both schemes if its contrast suffices in both', () => {
    expect(toBrandStyle({ accent: '#3b82f6' })).toContain('--accent-light:#3b82f6;--accent-dark:#3b82f6;');
  });

  it('with contrast in one scheme only is refused, with two accepted colors', () => {
    expect(refuse('#ffe000')).toEqual({
      place: 'brand.accent',
      expected:
        'two colors, such as light #a48f00 and dark #ffe000: the contrast of #ffe000 to the light page is 1.25:1, and 3:1 is the least',
    });
    expect(refuse('#1e3a8a')?.expected).toMatch(/^two colors, such as light #1e3a8a and dark #/);
  });

  it('of one scheme is refused there, with an accepted color', () => {
    expect(refuse({ light: '#ffe000', dark: '#ffe000' })).toMatchObject({
      place: 'brand.accent.light',
      expected: expect.stringMatching(/^a darker color, such as #a48f00: /),
    });
    expect(refuse({ light: '#1e3a8a', dark: '#1e3a8a' })).toMatchObject({
      place: 'brand.accent.dark',
      expected: expect.stringMatching(
        /^a lighter color, such as #[\da-f]{6}: .* to the dark page is 1\.\d+:1/,
      ),
    });
  });

  it('that an error proposes is accepted', () => {
    for (let hue = 0; hue < 360; hue += 15)
      for (const lightness of [20, 40, 80, 95]) {
        const given = formatHex(color(`oklch(${lightness}% 0.15 ${hue})`));
        const [, light, dark] = /light (#\w+) and dark (#\w+)/.exec(refuse(given)?.expected ?? '') ?? [];
        expect(refuse({ light: light ?? '', dark: dark ?? '' }), given).toBeUndefined();
      }
  });

  it('has readable text on it, whatever its color', () => {
    const shown = Array.from({ length: 256 }, (_, grey) =>
      formatHex({ mode: 'rgb', r: grey / 255, g: grey / 255, b: grey / 255 }),
    );
    for (const accent of shown) {
      const light = wcagContrast(color(accent), color(backgrounds.light)) >= 3 ? accent : '#000';
      const dark = wcagContrast(color(accent), color(backgrounds.dark)) >= 3 ? accent : '#fff';
      const style = toBrandStyle({ accent: { light, dark } });
      const [, onLight = '', onDark = ''] = /--on-accent:light-dark\((.+),(.+)\)/.exec(style) ?? [];
      expect(wcagContrast(color(light), color(onLight)), accent).toBeGreaterThanOrEqual(4.5);
      expect(wcagContrast(color(dark), color(onDark)), accent).toBeGreaterThanOrEqual(4.5);
    }
  });
});
