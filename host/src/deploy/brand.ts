import { formatHex, interpolate, type Rgb, wcagContrast, wcagLuminance } from 'culori';
import { parseColor } from '../color.ts';
import { type Brand, toMistake } from '../config.ts';
import type { Picture } from '../ui/page-frame.tsx';
import { parsePicture } from './parse-picture.ts';
import { readConfigured } from './read-configured.ts';

/** The brand of a rendered page. */
export interface PageBrand {
  readonly logo?: Picture;
  readonly favicon?: Picture;
  /** CSS after the page's own. */
  readonly style: string;
}

/** Reads a brand's pictures, below the configuration's folder. Rejects with `config/malformed` and the field. */
export async function readBrand(brand: Brand = {}, folder: string): Promise<PageBrand> {
  const style = toBrandStyle(brand);
  const read = async (name: 'logo' | 'favicon', file: string): Promise<Picture> =>
    parsePicture(await readConfigured(file, `brand.${name}`, folder), `brand.${name}`);
  const { logo, favicon } = brand;
  return {
    style,
    ...(logo !== undefined && { logo: await read('logo', logo) }),
    ...(favicon !== undefined && { favicon: await read('favicon', favicon) }),
  };
}

const schemes = ['light', 'dark'] as const;
type Scheme = (typeof schemes)[number];

/** The backgrounds of least contrast: `--paper` in the light scheme, `--raise` in the dark one. */
export const backgrounds = { light: 'oklch(98.2% 0.003 264)', dark: 'oklch(23.5% 0.016 264)' } as const;

/** WCAG 2.2, 1.4.11: non-text contrast. */
const leastContrast = 3;

/** Colors of text on an accent: one of the two reaches 4.5:1 on any color. */
const texts = ['#fff', '#060606'] as const;

/**
 * The style rule of a brand, for after the tokens: `:root,:host{--accent-light:#0b57d0;…}`. Throws `config/malformed` for an
 * accent with too little contrast to the page, with the contrast and an accepted color.
 */
export function toBrandStyle({ accent, radius, font }: Brand): string {
  const lines = [
    ...(accent === undefined ? [] : toAccent(accent)),
    ...(radius === undefined ? [] : [`--radius:${radius}px`]),
    ...(font === undefined ? [] : [`--font:${font}`]),
  ];
  return lines.length > 0 ? `:root,:host{${lines.join(';')}}` : '';
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
  const contrast = wcagContrast(color, toColor(backgrounds[scheme]));
  if (contrast >= leastContrast) return;
  const better = toBetter(color, scheme);
  const pair = scheme === 'light' ? `light ${better} and dark ${given}` : `light ${given} and dark ${better}`;
  const advice = isOne
    ? `two colors, such as ${pair}`
    : `a ${scheme === 'light' ? 'darker' : 'lighter'} color, such as ${better}`;
  // Rounded down, so that it never shows the required contrast.
  const measured = Math.floor(contrast * 100) / 100;
  throw toMistake(
    isOne ? 'brand.accent' : `brand.accent.${scheme}`,
    `${advice}: the contrast of ${given} to the ${scheme} page is ${measured}:1, and ${leastContrast}:1 is the least`,
  );
}

/** The color mixed with the missing black or white, and a little more for rounding, as `#rrggbb`. */
function toBetter(color: Rgb, scheme: Scheme): string {
  const background = wcagLuminance(toColor(backgrounds[scheme])) + 0.05;
  const contrast = leastContrast + 0.06;
  const [end, wanted] =
    scheme === 'light'
      ? (['#000', background / contrast - 0.05] as const)
      : (['#fff', background * contrast - 0.05] as const);
  const luminance = wcagLuminance(color);
  const share = (wanted - luminance) / (wcagLuminance(end) - luminance);
  return formatHex(interpolate([color, end], 'lrgb')(share));
}

function toText(accent: Rgb): string {
  const [white, black] = texts;
  return wcagContrast(accent, white) >= wcagContrast(accent, black) ? white : black;
}

/** The configuration's parser has checked the text. */
function toColor(text: string): Rgb {
  return parseColor(text) as Rgb;
}
