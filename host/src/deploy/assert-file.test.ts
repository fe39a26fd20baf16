import { describe, expect, it } from 'vitest';
import { assertFile } from './assert-file.ts';

const check = (address: string, text: string | Uint8Array = '') =>
  assertFile(address, typeof text === 'string' ? new TextEncoder().encode(text) : text);
const drawing = '<?xml version="1.0" encoding="UTF-8"?>\n<!-- a --><svg xmlns="http://www.w3.org/2000/svg">';

describe('a file of an application', () => {
  it.each([
    ...['index.html', 'sub/About.html', 'a.js', 'a.mjs', 'a.js.map', 'a.css', 'a.json', 'a.webmanifest'],
    ...['a.PNG', 'a.ico', 'a.avif', 'a.woff2', 'a.ttf', 'a.eot', 'a.mp3', 'a.webm', 'a.txt', 'a.md', 'a.csv'],
    ...['a.pdf', 'a.wasm', 'a.bin', 'a.dat', 'a.glb', 'LICENSE', '.well-known/assetlinks.json', 'a.zip'],
  ])('may be %s', (name) => {
    expect(() => check(`/${name}`)).not.toThrow();
  });

  it.each([
    ['/a.shtml', '', 'ends in .html'],
    ['/a.htm', '', 'ends in .html'],
    ['/a.xhtml', '', 'ends in .html'],
    ['/A.HTML', '', 'ends in .html'],
    ['/a.xht', '', 'ends in .html'],
    ['/assets/a.html', '', 'in another folder'],
    ['/a.mathml', '', 'of a type that runs nothing'],
    ['/a.dae', '', 'of a type that runs nothing'],
    ['/a.swf', '', 'of a type that runs nothing'],
    ['/a.php', '', 'of a type that runs nothing'],
    ['/a.mht', '', 'of a type that runs nothing'],
    ['/a.manifest', '', 'of a type that runs nothing'],
    ['/a.unknown', '', 'of a type that runs nothing'],
    ['/page', ' \n<!doctype html>', 'under a name that tells its type'],
    ['/a.dat', '<script>', 'under a name that tells its type'],
    ['/index.html.gz', '', 'Pack after the deploy'],
    ['/blocked.json.br', '', 'Pack after the deploy'],
    ['/assets/a.js.ZST', '', 'Pack after the deploy'],
  ])('is refused as %s of “%s”', (address, text, expected) => {
    expect(() => check(address, text)).toThrow(
      expect.objectContaining({
        code: 'config/malformed',
        context: { place: `app${address}`, expected: expect.stringContaining(expected) },
      }),
    );
  });
});

describe('a drawing, or other XML,', () => {
  it.each([
    ['/a.svg', `${drawing}<path d="M0 0"/><style>a{}</style><a href="https://a.example">on a</a></svg>`],
    ['/a.svg', '<svg><![CDATA[a]]>&lt;&#65;</svg>'],
    ['/sitemap.xml', '<?xml version="1.0"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"/>'],
    ['/feed.rss', '<rss version="2.0"/>'],
  ])('may be %s: %s', (address, text) => {
    expect(() => check(address, text)).not.toThrow();
  });

  it.each([
    ['<svg><script>a()</script></svg>', 'without scripts'],
    ['<s:svg><s:script>a()</s:script></s:svg>', 'without scripts'],
    ['<!DOCTYPE svg [<!ENTITY a "<script>a()</script>">]><svg>&a;</svg>', 'without <!DOCTYPE>'],
    ['<?xml-stylesheet href="a.xsl"?><svg/>', 'without <?…?>'],
    ['<svg onload="a()"/>', 'without on…'],
    ['<svg><a\nonclick = "a()"/></svg>', 'without on…'],
    ['<svg><foreignObject/></svg>', 'without HTML'],
    ['<svg xmlns:h="http://www.w3.org/1999/xhtml"/>', 'without HTML'],
    ['<svg xmlns:h="http://www.w3.org/1999/&#x78;html"/>', 'without HTML'],
    ['<svg><a href="java&#115;cript:a()"/></svg>', 'without javascript:'],
    ['<svg><a href="java\nscript:a()"/></svg>', 'without javascript:'],
    ['<svg><use href="data:image/svg+xml,a#a"/></svg>', 'documents of data:'],
    ['<xsl:stylesheet xmlns:xsl="http://www.w3.org/1999/XSL/Transform"/>', 'without HTML'],
    ['<?xml version="1.0" encoding="UTF-7"?><svg/>', 'in UTF-8'],
  ])('is refused with %s', (text, expected) => {
    for (const address of ['/a.svg', '/a.xml', '/a.atom'])
      expect(() => check(address, text)).toThrow(
        expect.objectContaining({
          context: { place: `app${address}`, expected: expect.stringContaining(expected) },
        }),
      );
  });

  it('is refused in another encoding', () => {
    const bytes = new Uint8Array(Buffer.from('\uFEFF<svg><script/></svg>', 'utf16le'));
    expect(() => check('/a.svg', bytes)).toThrow(expect.objectContaining({ code: 'config/malformed' }));
    expect(() => check('/a.svgz', new Uint8Array([0x1f, 0x8b]))).toThrow();
  });
});
