import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseColor, toContrast } from '../../color.ts';

const css = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8');
const schemes = ['light', 'dark'] as const;
const color = (text: string) => parseColor(text) ?? expect.unreachable(text);

/** A token that is one color in each scheme. */
function readToken(name: string) {
  const [, light = '', dark = ''] = new RegExp(`${name}: light-dark\\((.+), (.+)\\);`).exec(css) ?? [];
  return { light: color(light), dark: color(dark) };
}

/** A token of the accent's hue: its lightness, and its chroma where the accent has as much. */
function readDerived(name: string) {
  const [, text = ''] = new RegExp(`${name}: light-dark\\(([^;]+)\\);`).exec(css) ?? [];
  const read = (scheme: string) => {
    const form = `oklch\\(from var\\(--accent-${scheme}\\) ([\\d.]+%) min\\(c, ([\\d.]+)\\) h\\)`;
    const [, lightness, most] = new RegExp(form).exec(text) ?? expect.unreachable(`${name}, ${scheme}`);
    return (c: number, h: number) => color(`oklch(${lightness} ${Math.min(c, Number(most))} ${h})`);
  };
  return { light: read('light'), dark: read('dark') };
}

/** Chroma and hue of accents; their lightness has no part in what is derived of them. */
const accents = Array.from({ length: 360 }, (_, h) =>
  [0, 0.05, 0.1, 0.2, 0.4].map((c) => [c, h] as const),
).flat();

describe.each(schemes)('in the %s scheme, of any accent,', (scheme) => {
  const onTint = readDerived('--on-tint')[scheme];

  it('a tinted button can be read', () => {
    const tint = readDerived('--tint')[scheme];
    const least = Math.min(...accents.map(([c, h]) => toContrast(onTint(c, h), tint(c, h))));
    expect(least).toBeGreaterThanOrEqual(4.5);
  });

  it.each(['--paper', '--card', '--raise', '--fill'])('a link can be read on %s', (name) => {
    const ground = readToken(name)[scheme];
    const least = Math.min(...accents.map(([c, h]) => toContrast(onTint(c, h), ground)));
    expect(least).toBeGreaterThanOrEqual(4.5);
  });
});
