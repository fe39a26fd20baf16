import type { Bytes } from '@linkspan/trust';
import { toMistake } from './read-configured.ts';

/** What a picture's bytes say of it. */
export interface Picture {
  readonly type: 'image/svg+xml' | 'image/png';
  /** Its width, times its height. */
  readonly ratio: number;
}

const mostBytes = 65_536;

/** What an SVG must not have: opened by its own address it would be a page of the origin. */
const unsafe: readonly (readonly [what: string, found: RegExp])[] = [
  ['a script', /<(?:[\w-]+:)?script\b|javascript:/i],
  ['an event handler', /[\s"'/]on\w+\s*=/i],
  ['HTML', /<(?:[\w-]+:)?(?:foreignObject|iframe|object|embed)\b/i],
  ['an entity or a style sheet of its own', /<!(?:DOCTYPE|ENTITY)|<\?xml-stylesheet/i],
  [
    'a reference to anything outside of it',
    /\b(?:href|src)\s*=\s*["'](?!#|data:image\/)|url\((?!\s*["']?(?:#|data:image\/))|@import/i,
  ],
];

/** Reads a file of SVG or PNG. Throws `config/malformed` with the place. */
export function parsePicture(bytes: Bytes, place: string): Picture {
  if (bytes.length > mostBytes) throw toMistake(place, `at most 64 kB, and not ${bytes.length} bytes`);
  return parsePng(bytes) ?? parseSvg(bytes, place);
}

/** PNG, 5.2 and 11.2.2: a signature, and a first chunk that begins with width and height. */
function parsePng(bytes: Bytes): Picture | undefined {
  const begin = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52];
  if (bytes.length < 24 || begin.some((byte, at) => bytes[at] !== byte)) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const ratio = view.getUint32(16) / view.getUint32(20);
  return Number.isFinite(ratio) && ratio > 0 ? { type: 'image/png', ratio } : undefined;
}

function parseSvg(bytes: Bytes, place: string): Picture {
  const text = decode(bytes);
  const [, tag] = /^\s*(?:<[?!][\s\S]*?)?<svg(\s[^>]*)>/.exec(text) ?? [];
  if (tag === undefined) throw toMistake(place, 'an SVG in UTF-8, or a PNG');
  const found = unsafe.find(([, pattern]) => pattern.test(text));
  if (found) throw toMistake(place, `an SVG without ${found[0]}`);
  const [, box = ''] = /\sviewBox\s*=\s*["']([^"']*)["']/.exec(tag) ?? [];
  const [, , width = 0, height = 0] = box
    .trim()
    .split(/[\s,]+/)
    .map(Number);
  if (!(width > 0 && height > 0))
    throw toMistake(place, 'an SVG with a viewBox, such as viewBox="0 0 28 28"');
  return { type: 'image/svg+xml', ratio: width / height };
}

/** Nothing for what is no UTF-8. */
function decode(bytes: Bytes): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return '';
  }
}
