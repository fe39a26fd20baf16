import { clampRgb, type Rgb, rgb } from 'culori';

const number = String.raw`(\d+(?:\.\d+)?|\.\d+)`;
const oklch = new RegExp(String.raw`^oklch\(\s*${number}(%?)\s+${number}\s+${number}\s*\)$`, 'i');

/**
 * Reads `#rgb`, `#rrggbb` or `oklch(L C H)`, with L in percent or from 0 to 1; undefined for any other text. What sRGB
 * cannot show is cut off in each channel.
 */
export function parseColor(text: string): Rgb | undefined {
  if (/^#([\da-f]{3}|[\da-f]{6})$/i.test(text)) return rgb(text);
  const [, lightness, percent, chroma, hue] = oklch.exec(text) ?? [];
  const [l, c, h] = [Number(lightness) / (percent ? 100 : 1), Number(chroma), Number(hue)];
  return l <= 1 && c <= 0.5 && h <= 360 ? clampRgb(rgb({ mode: 'oklch', l, c, h })) : undefined;
}
