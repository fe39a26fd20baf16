/** Linear-light sRGB, each channel from 0 to 1. */
export type LinearColor = readonly [red: number, green: number, blue: number];

const number = String.raw`(\d+(?:\.\d+)?|\.\d+)`;
const oklch = new RegExp(String.raw`^oklch\(\s*${number}(%?)\s+${number}\s+${number}\s*\)$`, 'i');

/**
 * Reads `#rgb`, `#rrggbb` or `oklch(L C H)`, with L in percent or from 0 to 1; undefined for any other text. What sRGB
 * cannot show is cut off in each channel.
 */
export function parseColor(text: string): LinearColor | undefined {
  if (/^#([\da-f]{3}|[\da-f]{6})$/i.test(text)) return fromHex(text);
  const [, lightness, percent, chroma, hue] = oklch.exec(text) ?? [];
  if (lightness === undefined) return undefined;
  const [l, c, h] = [Number(lightness) / (percent ? 100 : 1), Number(chroma), Number(hue)];
  return l <= 1 && c <= 0.5 && h <= 360 ? fromOklch(l, c, h) : undefined;
}

/** A color of sRGB as `#rrggbb`. */
export function toHex(color: LinearColor): string {
  const toByte = (channel: number) => {
    const encoded = channel <= 0.0031308 ? channel * 12.92 : 1.055 * channel ** (1 / 2.4) - 0.055;
    return Math.round(encoded * 255);
  };
  return `#${color.map((channel) => toByte(channel).toString(16).padStart(2, '0')).join('')}`;
}

/** From 0, black, to 1, white. WCAG 2.2, "relative luminance". */
export function toLuminance([red, green, blue]: LinearColor): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** From 1 to 21. WCAG 2.2, "contrast ratio". */
export function toContrast(one: LinearColor, other: LinearColor): number {
  const [first, second] = [toLuminance(one) + 0.05, toLuminance(other) + 0.05];
  return Math.max(first, second) / Math.min(first, second);
}

function fromHex(text: string): LinearColor {
  const digits = text.length === 4 ? text.replace(/[\da-f]/gi, '$&$&') : text;
  const channel = (at: number) => {
    const encoded = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return encoded <= 0.04045 ? encoded / 12.92 : ((encoded + 0.055) / 1.055) ** 2.4;
  };
  return [channel(1), channel(3), channel(5)];
}

/** CSS Color 4, "Sample code for color conversions". */
function fromOklch(lightness: number, chroma: number, hue: number): LinearColor {
  const angle = (hue / 180) * Math.PI;
  const [a, b] = [chroma * Math.cos(angle), chroma * Math.sin(angle)];
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    cut(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    cut(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    cut(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ];
}

function cut(channel: number): number {
  return Math.min(1, Math.max(0, channel));
}
