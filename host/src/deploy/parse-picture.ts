import type { Bytes } from '@linkspan/trust';
import { toMistake } from '../config.ts';
import type { Picture } from '../ui/page-frame.tsx';

const mostBytes = 65_536;

/** Reads a file of SVG or PNG. Throws `config/malformed` with the place. */
export function parsePicture(bytes: Bytes, place: string): Picture {
  if (bytes.length > mostBytes) throw toMistake(place, `at most 64 kB, and not ${bytes.length} bytes`);
  const png = readPng(bytes);
  const type = png === undefined ? 'image/svg+xml' : 'image/png';
  const [width, height] = png ?? readSvg(bytes, place);
  return {
    address: `data:${type};base64,${Buffer.from(bytes).toString('base64')}`,
    ratio: width / height,
  };
}

// By hand: `image-size` rounds a view box to whole pixels, and takes an `<svg` within a comment or HTML.
type Size = readonly [width: number, height: number];

/** PNG, 5.2 and 11.2.2: the signature, then a chunk that starts with width and height. */
function readPng(bytes: Bytes): Size | undefined {
  const start = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
  if (bytes.length < 24 || start.some((byte, at) => bytes[at] !== byte)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  return toSize(view.getUint32(16), view.getUint32(20));
}

/** XML 1.0, 2.8: the prolog before the root element. */
const prolog =
  /^(?:\s|<\?(?:(?!\?>)[\s\S])*\?>|<!--(?:(?!-->)[\s\S])*-->|<!DOCTYPE\s+svg\b[^[>]*(?:\[[^\]]*\]\s*)?>)*/;

function readSvg(bytes: Bytes, place: string): Size {
  const text = decode(bytes).replace(prolog, '');
  const [, tag] = /^<svg(\s[^>]*)>/.exec(text) ?? [];
  if (tag === undefined) throw toMistake(place, 'an SVG in UTF-8, or a PNG');
  const [, box = ''] = /\sviewBox\s*=\s*["']([^"']*)["']/.exec(tag) ?? [];
  const [, , width, height] = box
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  const size = toSize(width, height);
  if (size === undefined) throw toMistake(place, 'an SVG with a viewBox, such as viewBox="0 0 28 28"');
  return size;
}

function toSize(width = 0, height = 0): Size | undefined {
  const isOne = width > 0 && height > 0 && Number.isFinite(width) && Number.isFinite(height);
  return isOne ? [width, height] : undefined;
}

/** Returns an empty text if the bytes are not UTF-8. */
function decode(bytes: Bytes): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return '';
  }
}
