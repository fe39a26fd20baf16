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

describe('a picture', () => {
  it('is an SVG, by its view box', () => {
    const expected = { type: 'image/svg+xml', ratio: 2 };
    expect(parsePicture(svg('<path d="M0 0h1"/>'), 'x')).toEqual(expected);
    const before = '\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!-- > -->\n';
    expect(parsePicture(bytesOf(`${before}<svg viewBox='-1,-1 40,20'/>`), 'x')).toEqual(expected);
  });

  it('is an SVG that refers to its own parts', () => {
    const inner =
      '<defs><linearGradient id="a" xlink:href="#b"/></defs><path fill="url(#a)" style="mask: url( \'#c\' )"/><image href="data:image/png;base64,AAAA"/>';
    expect(refuse(svg(inner))).toBe('taken');
  });

  it('is a PNG, by its first chunk', () => {
    expect(parsePicture(pngOf(300, 100), 'x')).toEqual({ type: 'image/png', ratio: 3 });
  });

  it('of more than 64 kB is refused', () => {
    expect(refuse(svg(' '.repeat(65_536)))).toMatch(/^config\/malformed brand\.logo: at most 64 kB/);
  });

  it.each([
    ['nothing', bytesOf('')],
    ['HTML', bytesOf('<html><svg viewBox="0 0 1 1"></svg></html>')],
    ['UTF-16', new Uint8Array([0xff, 0xfe, 0x3c, 0])],
    ['a PNG without an end to its first chunk', pngOf(1, 1).slice(0, 20)],
    ['a PNG without height', pngOf(1, 0)],
    ['a JPEG', new Uint8Array([0xff, 0xd8, 0xff, 0xe0])],
  ])('is not %s', (_, bytes) => {
    expect(refuse(bytes)).toBe('config/malformed brand.logo: an SVG in UTF-8, or a PNG');
  });

  it.each(['width="40" height="20"', 'viewBox="0 0 40"', 'viewBox="0 0 0 20"', 'viewBox="0 0 a b"'])(
    'is not an SVG of %s alone',
    (attributes) => {
      expect(refuse(svg('', attributes))).toMatch(/an SVG with a viewBox/);
    },
  );

  it.each([
    ['a script', '<script>1</script>'],
    ['a script', '<s:SCRIPT xmlns:s="http://www.w3.org/2000/svg"/>'],
    ['a script', '<animate attributeName="href" to="javascript:1"/>'],
    ['an event handler', '<path onclick="1"/>'],
    ['an event handler', "<path\nONLOAD = '1'/>"],
    ['HTML', '<foreignObject/>'],
    ['an entity or a style sheet of its own', '<!ENTITY a "b">'],
    ['a reference to anything outside of it', '<use href="https://other.example/a.svg#b"/>'],
    ['a reference to anything outside of it', "<image xlink:href = '/a.png'/>"],
    ['a reference to anything outside of it', '<a href="&#106;avascript:1"/>'],
    ['a reference to anything outside of it', '<path fill="url(https://other.example/#a)"/>'],
    ['a reference to anything outside of it', "<style>a{mask:url( '//other.example' )}</style>"],
    ['a reference to anything outside of it', '<style>@import "a.css"</style>'],
  ])('is not an SVG with %s: %s', (what, inner) => {
    expect(refuse(svg(inner))).toBe(`config/malformed brand.logo: an SVG without ${what}`);
  });

  it('is not an SVG with a document type or a style sheet before it', () => {
    for (const before of ['<!DOCTYPE svg>', '<?xml-stylesheet href="#a"?>'])
      expect(refuse(bytesOf(`${before}<svg viewBox="0 0 1 1"/>`))).toMatch(/an entity or a style sheet/);
  });
});
