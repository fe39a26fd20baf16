import { describe, expect, it } from 'vitest';
import { pngOf } from '../testing/pictures.ts';
import { parsePicture } from './parse-picture.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);
const svg = (inner: string, attributes = 'viewBox="0 0 40 20"') =>
  bytesOf(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`);
const refuse = (bytes: ReturnType<typeof bytesOf>) => {
  try {
    parsePicture(bytes, 'brand.logo');
  } catch (error) {
    const { code, context } = error as { code: string; context: { place: string; expected: string } };
    return `${code} ${context.place}: ${context.expected}`;
  }
  return 'taken';
};

/** The content of a `data:` address. */
const read = (address: string) => {
  const [, type, text = ''] = /^data:([\w/+]+);base64,(.*)$/.exec(address) ?? [];
  return { type, bytes: new Uint8Array(Buffer.from(text, 'base64')) };
};

describe('a picture', () => {
  it('is an SVG with the size of its view box, unchanged in the page', () => {
    const drawing = svg('<path d="M0 0h1"/>');
    const { address, ratio } = parsePicture(drawing, 'x');
    expect(ratio).toBe(2);
    expect(read(address)).toEqual({ type: 'image/svg+xml', bytes: drawing });
  });

  it.each([
    ['a mark of its order', '\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!-- > -->\n'],
    [
      'its document type',
      '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/x.dtd" [ <!ENTITY a "b"> ]>',
    ],
    ['many comments', '<!---->'.repeat(9000)],
  ])('is an SVG after %s', (_, before) => {
    expect(parsePicture(bytesOf(`${before}<svg viewBox='-1,-1 40,20'/>`), 'x').ratio).toBe(2);
  });

  it('may be an SVG with scripts: a browser runs no script of a picture', () => {
    const inner =
      '<a.b:script>1</a.b:script><use href="#c"/><foreignObject/><path onload="1"/><style>@import "a"</style>';
    expect(refuse(svg(inner))).toBe('taken');
  });

  it('is a PNG with the size in its first chunk', () => {
    const { address, ratio } = parsePicture(pngOf(300, 100), 'x');
    expect(ratio).toBe(3);
    expect(read(address)).toEqual({ type: 'image/png', bytes: pngOf(300, 100) });
  });

  it('of more than 64 kB is refused', () => {
    expect(refuse(svg(' '.repeat(65_536)))).toMatch(/^config\/malformed brand\.logo: at most 64 kB/);
  });

  it.each([
    ['nothing', bytesOf('')],
    ['HTML', bytesOf('<html><svg viewBox="0 0 1 1"></svg></html>')],
    ['HTML by its document type', bytesOf('<!doctype html><svg viewBox="0 0 1 1"></svg>')],
    ['what is packed', new Uint8Array([0x1f, 0x8b, 8, 0])],
    ['a comment without end', bytesOf(`${'<!---->'.repeat(9000)}<!-- <svg viewBox="0 0 1 1"/>`)],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x3c, 0])],
    ['a PNG without an end to its first chunk', pngOf(1, 1).slice(0, 20)],
    ['a PNG without height', pngOf(1, 0)],
    ['a JPEG', new Uint8Array([0xff, 0xd8, 0xff, 0xe0])],
  ])('is not %s', (_, bytes) => {
    expect(refuse(bytes)).toBe('config/malformed brand.logo: an SVG in UTF-8, or a PNG');
  });

  it.each([
    'width="40" height="20"',
    'viewBox="0 0 40"',
    'viewBox="0 0 0 20"',
    'viewBox="0 0 a b"',
    'viewBox="0 0 Infinity 1"',
  ])('is not an SVG of %s alone', (attributes) => {
    expect(refuse(svg('', attributes))).toMatch(/an SVG with a viewBox/);
  });
});
