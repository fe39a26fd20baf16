import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { wcagContrast } from 'culori';
import { describe, expect, it } from 'vitest';
import { parseColor } from '../../color.ts';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const schemes = ['light', 'dark'] as const;
const color = (text: string) => parseColor(text) ?? expect.unreachable(text);

/** A token of the accent's hue: its lightness, and its chroma if the accent has as much; or white. */
function readToken(name: string) {
  const [, text = ''] = new RegExp(`${name}: light-dark\\(([^;]+)\\);`).exec(css) ?? [];
  const read = (scheme: string) => {
    const form = `oklch\\(from var\\(--accent-${scheme}\\) ([\\d.]+%) min\\(c, ([\\d.]+)\\) h\\)`;
    const [, lightness, most] = new RegExp(form).exec(text) ?? [];
    if (lightness === undefined && scheme === 'light' && /^\s*#fff,/.test(text)) return () => color('#fff');
    if (lightness === undefined) return expect.unreachable(`${name}, ${scheme}`);
    return (c: number, h: number) => color(`oklch(${lightness} ${Math.min(c, Number(most))} ${h})`);
  };
  return { light: read('light'), dark: read('dark') };
}

/** Chroma and hue of accents; their lightness has no part in what is derived of them. */
const accents = Array.from({ length: 360 }, (_, h) =>
  [0, 0.05, 0.1, 0.2, 0.4].map((c) => [c, h] as const),
).flat();

describe.each(schemes)('in the %s scheme, of any accent,', (scheme) => {
  const least = (one: string, other: string) => {
    const [first, second] = [readToken(one)[scheme], readToken(other)[scheme]];
    return Math.min(...accents.map(([c, h]) => wcagContrast(first(c, h), second(c, h))));
  };

  it('a tinted button can be read', () => {
    expect(least('--on-tint', '--tint')).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['--paper', '--card', '--raise', '--fill'])('texts and links can be read on %s', (name) => {
    for (const text of ['--ink', '--soft', '--on-tint'])
      expect(least(text, name)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['--paper', '--card', '--raise'])('the border of a field is seen on %s', (name) => {
    expect(least('--field', name)).toBeGreaterThanOrEqual(3);
  });
});
