import { toCanonicalJson } from '@linkspan/trust/sign';
import { createRepository } from '@linkspan/trust/testing';
import { describe, expect, it } from 'vitest';
import { integrityOf } from '../files.ts';
import { testNow } from '../testing/command.ts';
import { describePage, readPageData } from './describe-page.ts';

const { root } = await createRepository('remote-evm', testNow);
const plain = JSON.parse(new TextDecoder().decode(toCanonicalJson(root)));
const hashOf = (value: unknown) => integrityOf(toCanonicalJson(value));
const toScript = (data: unknown) =>
  `<script type="application/json" id="linkspan-page">${JSON.stringify(data)}</script>`;
const [config, trust] = [{ title: 'Wallets' }, { remotes: [{ root: plain }] }];
const data = toScript({ config, trust, early: '/a.js' });

describe('a page as it is sealed', () => {
  it('is its data in three parts, its roots, scripts, style, tags, and the rest', () => {
    const html = `<style>a{}</style>${data}<script>boot()</script><link rel="icon"><style>b{}</style><p>Hello`;
    const keyids = Object.keys(plain.keys).sort();
    expect(describePage(html)).toEqual({
      config: hashOf(config),
      trust: hashOf(trust),
      built: hashOf({ early: '/a.js' }),
      roots: [{ remote: 'remote-evm', version: 1, integrity: hashOf(plain), keyids }],
      scripts: [integrityOf('boot()')],
      style: integrityOf('a{}\nb{}'),
      tags: [
        '<style>',
        '<script type="application/json" id="linkspan-page">',
        '<script>',
        '<link rel="icon">',
        '<style>',
      ],
      markup: integrityOf(html.replace(/\{"config.*?(?=<\/script>)|[ab]\{\}|boot\(\)/g, '')),
    });
  });

  it('has a hash of a root that covers what is not known here too', () => {
    const more = { ...plain, more: 1 };
    const html = toScript({ trust: { remotes: [{ root: more }] } });
    expect(describePage(html)?.roots[0]?.integrity).toBe(hashOf(more));
  });

  it('has tags of at most 2,000 characters, and a script that nothing ends', () => {
    const tag = `<base href="${'a'.repeat(2_000)}">`;
    const page = describePage(`${data}${tag}<script>evil()`);
    expect(page?.tags).toContain(tag.slice(0, 2_000));
    expect(page?.scripts).toEqual([integrityOf('evil()')]);
  });

  it.each([
    undefined,
    {},
    'remote-evm',
    [null],
    [1],
    [{}],
    [{ root: { ...plain, version: 0 } }],
    Array(51).fill({ root: plain }),
  ])('is none with such roots (%#)', (remotes) => {
    expect(describePage(toScript({ trust: { remotes } }))).toBeUndefined();
  });

  it.each(['<script', '<script>', '<style', '<style>', '<link ', '</script ', '<script></script'])(
    'is read in linear time if somebody has filled it with %s',
    (text) => {
      expect(describePage(data + text.repeat(2_000_000 / text.length))).toBeDefined();
    },
  );
});

it.each(['<p>Hello', '<script>boot()</script>', toScript(null), toScript(1), data.replace('{', '')])(
  'finds no page of this product in %s',
  (html) => {
    expect([readPageData(html), describePage(html)]).toEqual([undefined, undefined]);
  },
);
