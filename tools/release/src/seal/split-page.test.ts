import { describe, expect, it } from 'vitest';
import { splitPage } from './split-page.ts';

const data = '<script type="application/json" id="linkspan-page">{"config":{}}</script>';

describe('a page in its parts', () => {
  it('has what it goes by, its scripts, its style and its tags', () => {
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
