import { type LinearColor, parseColor, toContrast, toHex, toLuminance } from '../color.ts';
import type { Brand } from '../config.ts';
import { toMistake } from './read-configured.ts';

const schemes = ['light', 'dark'] as const;
type Scheme = (typeof schemes)[number];

/** Where an accent shows least in each scheme: the page, and what lies on top of it; `--paper` and `--raise`. */
export const grounds = { light: 'oklch(98.2% 0.003 264)', dark: 'oklch(23.5% 0.016 264)' } as const;

/** For what is no text: WCAG 2.2, 1.4.11. */
const leastContrast = 3;

/** Text on an accent. On any color one of the two reaches 4.5:1. */
const texts = ['#fff', '#060606'] as const;

/**
 * The style rule of a brand, to stand after the tokens: `:root{--accent-light:#0b57d0;…}`. Throws `config/malformed` for
 * an accent with too little contrast to the page, with the contrast and a color that would do.
 */
export function toBrandStyle({ accent, radius, font }: Brand): string {
  const lines = [
    ...(accent === undefined ? [] : toAccent(accent)),
    ...(radius === undefined ? [] : [`--radius:${radius}px`]),
    ...(font === undefined ? [] : [`--font:${font}`]),
  ];
  return lines.length > 0 ? `:root{${lines.join(';')}}` : '';
}

function toAccent(accent: NonNullable<Brand['accent']>): readonly string[] {
  const isOne = typeof accent === 'string';
  const given = isOne ? { light: accent, dark: accent } : accent;
  for (const scheme of schemes) assertContrast(scheme, given[scheme], isOne);
  const [onLight, onDark] = schemes.map((scheme) => toText(toColor(given[scheme])));
  return [
    `--accent-light:${given.light}`,
    `--accent-dark:${given.dark}`,
    `--on-accent:light-dark(${onLight},${onDark})`,
  ];
}

function assertContrast(scheme: Scheme, given: string, isOne: boolean): void {
  const color = toColor(given);
  const contrast = toContrast(color, toColor(grounds[scheme]));
  if (contrast >= leastContrast) return;
  const better = toHex(toBetter(color, scheme));
  const pair = scheme === 'light' ? `light ${better} and dark ${given}` : `light ${given} and dark ${better}`;
  const advice = isOne
    ? `two colors, such as ${pair}`
    : `a ${scheme === 'light' ? 'darker' : 'lighter'} color, such as ${better}`;
  // Never rounded up to what is asked for.
  const measured = Math.floor(contrast * 100) / 100;
  throw toMistake(
    isOne ? 'brand.accent' : `brand.accent.${scheme}`,
    `${advice}: the contrast of ${given} to the ${scheme} page is ${measured}:1, and ${leastContrast}:1 is the least`,
  );
}

/** The color, mixed with as much black or white as it lacks and a little more, since it will be rounded. */
function toBetter(color: LinearColor, scheme: Scheme): LinearColor {
  const ground = toLuminance(toColor(grounds[scheme])) + 0.05;
  const contrast = leastContrast + 0.06;
  const [end, wanted] =
    scheme === 'light' ? ([0, ground / contrast - 0.05] as const) : ([1, ground * contrast - 0.05] as const);
  const luminance = toLuminance(color);
  const share = (wanted - luminance) / (end - luminance);
  const mix = (channel: number) => channel + (end - channel) * share;
  return [mix(color[0]), mix(color[1]), mix(color[2])];
}

function toText(accent: LinearColor): string {
  const [white, black] = texts;
  return toContrast(accent, toColor(white)) >= toContrast(accent, toColor(black)) ? white : black;
}

/** Of a text that the configuration's parser has let in. */
function toColor(text: string): LinearColor {
  return parseColor(text) as LinearColor;
}
