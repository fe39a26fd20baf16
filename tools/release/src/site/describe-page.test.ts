import { toCanonicalJson } from '@linkspan/trust/sign';
import { createRepository } from '@linkspan/trust/testing';
import { describe, expect, it } from 'vitest';
import { integrityOf } from '../files.ts';
import { testNow } from '../testing/command.ts';
import { describePage, splitPage } from './describe-page.ts';

const { root } = await createRepository('remote-evm', testNow);
const plain = JSON.parse(new TextDecoder().decode(toCanonicalJson(root)));
const hashOf = (value: unknown) => integrityOf(toCanonicalJson(value));

const describeData = (data: unknown, more = '') =>
  describePage(
    new TextEncoder().encode(
      `<script type="application/json" id="linkspan-page">${JSON.stringify(data)}</script>${more}`,
    ),
  );
const withRemotes = (remotes: unknown) => describeData({ trust: { remotes } });

describe('a page as it is sealed', () => {
  it('is told by its data in three parts, and by its roots', () => {
    const [config, trust] = [{ title: 'Wallets' }, { remotes: [{ root: plain }] }];
    expect(describeData({ config, trust, early: '/a.js' })).toMatchObject({
      config: hashOf(config),
      trust: hashOf(trust),
      built: hashOf({ early: '/a.js' }),
      roots: [
        {
          remote: 'remote-evm',
          version: 1,
          integrity: hashOf(plain),
          keyids: Object.keys(plain.keys).sort(),
        },
      ],
    });
  });

  it('has a hash of a root that covers what is not known here too', () => {
    const more = { ...plain, more: 1 };
    expect(withRemotes([{ root: more }])?.roots[0]?.integrity).toBe(hashOf(more));
  });

  it('has tags of at most 2,000 characters', () => {
    const tag = `<base href="${'a'.repeat(2_000)}">`;
    expect(describeData({ trust: { remotes: [] } }, tag)?.tags.at(-1)).toBe(tag.slice(0, 2_000));
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
    expect(withRemotes(remotes)).toBeUndefined();
  });

  it('is none without trust, and without data', () => {
    expect(describeData({ trust: null })).toBeUndefined();
    expect(describeData({})).toBeUndefined();
    expect(describePage(new TextEncoder().encode('<p>Hello'))).toBeUndefined();
  });
});

const data = '<script type="application/json" id="linkspan-page">{"config":{}}</script>';

describe('a page in its parts', () => {
  it('has its trust data, its scripts, its style and its tags', () => {
    const html = `<!doctype html><style>a{}</style>${data}<script>boot()</script><link rel="icon"><p>Hello`;
    expect(splitPage(html)).toEqual({
      data: { config: {} },
      scripts: ['boot()'],
      tags: [
        '<style>',
        '<script type="application/json" id="linkspan-page">',
        '<script>',
        '<link rel="icon">',
      ],
      style: 'a{}',
      markup:
        '<!doctype html><style></style><script type="application/json" id="linkspan-page"></script><script></script><link rel="icon"><p>Hello',
    });
  });

  it('has a script that nothing ends, as a browser has it', () => {
    expect(splitPage(`${data}<script>evil()`)?.scripts).toEqual(['evil()']);
  });

  it.each(['<script', '<script>', '<style', '<style>', '<link ', '</script ', '<script></script'])(
    'is found in linear time where somebody has filled it with %s',
    (text) => {
      expect(() => splitPage(`${data}${text.repeat(2_000_000 / text.length)}`)).not.toThrow();
    },
  );

  it('has its styles one after the other', () => {
    expect(splitPage(`${data}<style>a{}</style><style>b{}</style>`)?.style).toBe('a{}\nb{}');
  });

  it('is none where it carries no data, or none that is an object', () => {
    expect(splitPage('<script>boot()</script>')).toBeUndefined();
    for (const json of ['null', '1', '"text"', '{'])
      expect([json, splitPage(data.replace(/\{.*\}/, json))]).toEqual([json, undefined]);
  });
});
