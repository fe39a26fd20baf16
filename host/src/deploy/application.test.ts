import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ApplicationConfig } from '../config.ts';
import { fakeConfig } from '../testing/fake-shell.ts';
import {
  findWorkers,
  readApplicationFiles,
  readDevelopmentPage,
  readPages,
  sayBlocked,
} from './application.ts';

const code = 'export {};\n';
const hashOf = (text: string, algorithm = 'sha256') =>
  `${algorithm}-${createHash(algorithm).update(text).digest('base64')}`;
const hash = hashOf(code);
const cdn = 'https://cdn.example/lib.js';
const admitted = { scripts: [{ url: cdn, integrity: 'sha384-AAAA' }] };
const shell = '<!--shell-->';

interface Case {
  readonly isPinned?: boolean;
  readonly app?: ApplicationConfig;
  readonly address?: string;
  readonly files?: Readonly<Record<string, string>>;
}

/** The page of these built files, with a mark in place of the shell. */
function read(html: string, { app = {}, address = '/index.html', files = {}, isPinned }: Case = {}) {
  const all = {
    '/index.html': '<!doctype html>',
    '/app.js': code,
    '/old.js': 'run()',
    ...files,
    [address]: html,
  };
  const bytes = Object.entries(all).map(([name, text]) => [name, new TextEncoder().encode(text)] as const);
  const pages = readPages(new Map(bytes), { app, frames: ['https://wallet.example'] }, isPinned);
  const page = pages.find((one) => one.address === address);
  if (page === undefined) throw new Error(`${address} is no page`);
  return { ...page, html: page.render(shell) };
}

function refusalOf(run: () => unknown): { readonly place: string; readonly expected: string } {
  try {
    run();
  } catch (error) {
    expect(error).toMatchObject({ code: 'config/malformed' });
    return (error as { context: { place: string; expected: string } }).context;
  }
  throw new Error('It was accepted');
}

const charset = '<meta charset="utf-8">';

describe('the shell', () => {
  it.each([
    ['a head', '<!doctype html><html><head>|<title>A</title></head><body></body></html>'],
    ['a head with attributes', '<!DOCTYPE html>\r\n<HTML lang="a>b"><HEAD data-a=1>|\r\n<title>A</title>'],
    ['no head', '<!doctype html><html>|<title>A</title>'],
    ['no tags of a document', '<!doctype html>|<p>A'],
    [
      'comments before them',
      '<!--<head>--><!doctype html><!--<html>--><html><!-- --><head>|<title>A</title>',
    ],
    ['a head that comes too late', '<!doctype html><html>|<script src=/old.js></script><head></head>'],
    ['no doctype', '|<p>A'],
    ['a tag of a head in text', '<!doctype html>|<p title="<head>">A'],
  ])('comes before everything that runs or loads, with %s', (_, marked) => {
    const [before = ''] = marked.split('|');
    expect(read(marked.replace('|', '')).html).toMatch(
      new RegExp(`^${before.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}\n${charset}\n${shell}`),
    );
  });

  it('stays first where the page names its charset late', () => {
    const { html } = read('<!doctype html><head><script src=/old.js></script><META CHARSET=UTF-8></head>');
    expect(html.indexOf(shell)).toBeLessThan(html.indexOf('<script'));
    expect(html.match(/charset/gi)).toHaveLength(1);
  });

  it('begins a page that has a byte order mark', () => {
    expect(read('\uFEFF<!doctype html><p>A').html).toMatch(/^<!doctype html>\n<meta/);
  });

  it('is in every page, with the hashes of all modules', () => {
    const { html, data } = read('<!doctype html><head></head>', { address: '/sub/about.html' });
    expect(html).toContain(shell);
    expect(data.integrity).toEqual({ '/app.js': hash, '/old.js': hashOf('run()') });
  });
});

describe('a module', () => {
  it.each([
    ['<script type=module src=/app.js></script>', '/app.js'],
    ['<SCRIPT TYPE=" Module " SRC=/app.js ASYNC></SCRIPT>', '/app.js'],
    ['<script type=module src="  ./app.js\n" crossorigin=use-credentials></script>', '/app.js'],
    ['<script type=module nomodule src=/app.js></script>', '/app.js'],
    ['<script type=module src=/app.js?v=1#a></script>', '/app.js?v=1#a'],
    ['<script type=module src=/%61pp.js></script>', '/%61pp.js'],
    ['<script type=module src=/a/../app.js></script>', '/app.js'],
    [`<script type=module src=/app.js integrity="${hash}"></script>`, '/app.js'],
    [
      `<script type=module src=/app.js integrity="sha256-wrong ${hashOf(code, 'sha512')}"></script>`,
      '/app.js',
    ],
    ['<body><script type=module src=/app.js></script>', '/app.js'],
  ])('leaves the page, and waits for the import map: %s', (html, address) => {
    const page = read(`<!doctype html>${html}`);
    expect(page.data.entries).toEqual([address]);
    expect(page.data.integrity[address]).toBe(hash);
    expect(page.html).not.toMatch(/<script/i);
  });

  it.each([
    ['../app.js', '/app.js'],
    ['b.js', '/sub/b.js'],
    ['/app.js', '/app.js'],
  ])('has its address by that of its page: %s in /sub/', (src, address) => {
    const files = { '/sub/b.js': code };
    const page = read(`<script type=module src="${src}"></script>`, { address: '/sub/index.html', files });
    expect(page.data.entries).toEqual([address]);
  });

  it('of a file whose name needs escaping has the hash of its address', () => {
    const files = { '/a%20b%23%25.js': code, '/[id]@1.js': code };
    const html =
      '<script type=module src="/a b%23%25.js"></script><script type=module src="/%5Bid%5D@1.js"></script>';
    const { data } = read(html, { files });
    expect(data.entries).toEqual(['/a%20b%23%25.js', '/%5Bid%5D@1.js']);
    expect(data.integrity).toMatchObject({ '/a%20b%23%25.js': hash, '/%5Bid%5D@1.js': hash });
  });

  it('starts in its place among the others, inline ones too', () => {
    const text = "import './b.js'";
    const html = `<script type=module src=/old.js></script><script type=module>${text}</script><script type=module src=/app.js></script>`;
    const { data, inlined } = read(html, { address: '/sub/index.html' });
    const [[address = '', bytes] = []] = inlined;
    expect(address).toMatch(/^\/sub\/inline-[\da-f]{8}\.js$/);
    expect(new TextDecoder().decode(bytes)).toBe(text);
    expect(data.entries).toEqual(['/old.js', address, '/app.js']);
    expect(data.integrity[address]).toBe(hashOf(text));
  });

  it('of another origin starts if the configuration lists it, also by an address without a protocol', () => {
    for (const src of [cdn, '//cdn.example/lib.js']) {
      const { data } = read(`<script type=module src="${src}"></script>`, { app: admitted });
      expect([data.entries, data.integrity[cdn]]).toEqual([[cdn], 'sha384-AAAA']);
    }
  });
});

describe('a classic script', () => {
  it.each([
    '',
    'defer',
    'async',
    'type="text/javascript"',
    'TYPE=" Text/ECMAScript "',
    'language=JavaScript',
  ])('of a file leaves its place behind, and waits for policy and import map: %s', (attributes) => {
    const { data, html } = read(`<p><script ${attributes} src=/old.js?a&amp;b data-key=1></script></p>`);
    expect(data.classics).toEqual(['/old.js?a&b']);
    expect(data.integrity['/old.js?a&b']).toBe(hashOf('run()'));
    expect(html).toContain('<p><script type="linkspan-waiting" data-key="1"></script></p>');
  });

  it('in the page becomes a file beside it, of the text as a browser reads it', () => {
    const { data, html, inlined } = read(
      '<script>a()\r\nb()</script><script><!-- c() </script><script>é</script>',
    );
    const texts = data.classics.map((address) => new TextDecoder().decode(inlined.get(address)));
    expect(texts).toEqual(['a()\nb()', '<!-- c() ', 'é']);
    expect(data.classics.map((address) => data.integrity[address])).toEqual(
      texts.map((text) => hashOf(text)),
    );
    expect(html).not.toMatch(/a\(\)|c\(\)|é/);
    expect(data.hashes).toEqual([]);
  });

  it.each([
    'import("/app.js")',
    'import/**/("/app.js")',
    'imp\\u006frt("/app.js")',
    'import\n//\n("/app.js")',
    'trustedTypes.createPolicy("listed", {})',
  ])('runs nothing before policy and import map, so it may say %s', (text) => {
    const { data, html } = read(`<script>${text}</script><script src=/lazy.js></script>`, {
      files: { '/lazy.js': text },
    });
    expect(data.classics).toHaveLength(2);
    expect(html.match(/<script(?! type="linkspan-waiting")/g)).toBeNull();
  });

  it.each([
    '<script nomodule src=/missing.js></script>',
    '<script nomodule>import("/a.js")</script>',
    '<script type="application/ld+json">{"a":"import("}</script>',
    '<script type=text/template><script src=/missing.js><\\/script></script>',
    '<!-- <script src=/missing.js></script> -->',
    '<noscript><img src=https://pixel.example/a.png><script src=/missing.js></script></noscript>',
    '<textarea><script src=/missing.js></script></textarea>',
    '<svg><![CDATA[<script src=/missing.js></script>]]></svg>',
    '<template><script type=application/json>{}</script></template>',
  ])('that never runs is left as it is: %s', (html) => {
    const page = read(html);
    expect(page.html).toContain(html);
    expect([page.data.entries, page.data.classics, page.data.hashes]).toEqual([[], [], []]);
  });

  it('that names pages to fetch ahead has its hash', () => {
    expect(read('<script type=speculationrules>{}</script>').data.hashes).toEqual([hashOf('{}')]);
  });

  it('of another origin has the hash that the configuration lists', () => {
    const { html, data } = read(`<script src=//cdn.example/lib.js integrity=sha384-AAAA></script>`, {
      app: admitted,
    });
    expect(html).not.toContain('cdn.example');
    expect([data.classics, data.integrity[cdn]]).toEqual([[cdn], 'sha384-AAAA']);
  });
});

describe('a link', () => {
  it.each([
    '<link rel=modulepreload href=/app.js>',
    '<LINK REL="ModulePreload" CROSSORIGIN HREF=/app.js AS=script>',
    `<link integrity="${hash}" href=/app.js rel=modulepreload>`,
  ])('to a module only fetches it: %s', (html) => {
    const { html: rendered } = read(html);
    expect(rendered).not.toMatch(/modulepreload/i);
    for (const attribute of ['rel="preload" as="script"', ' crossorigin', `integrity="${hash}"`])
      expect(rendered).toContain(attribute);
    expect(rendered.match(/integrity|crossorigin/gi)).toHaveLength(2);
  });

  it.each([
    '<link rel=stylesheet href=/a.css>',
    '<link rel="stylesheet" href="https://styles.example/a.css">',
    '<link rel=preload as=font href=https://fonts.example/b/c.woff2 crossorigin>',
    '<link rel=preload as=script href=/app.js>',
    '<link rel=prefetch href=https://other.example/a.js>',
    '<link rel=preconnect href=https://other.example>',
    '<link rel="shortcut icon" href="data:image/png;base64,AAAA">',
    '<link rel=manifest href=/manifest.webmanifest>',
    '<link rel=canonical href=https://other.example/>',
    '<link rel=modulepreload>',
  ])('that the policy allows is left as it is: %s', (html) => {
    const app = { styles: ['https://styles.example'], fonts: ['https://fonts.example/b/'] };
    expect(read(html, { app }).html).toContain(html);
  });
});

it.each([
  '<img src=a.png srcset="/b.png 2x, https://images.example/c.png 3x">',
  '<video poster=blob:a src=/a.mp4><source src=https://media.example/a.webm></video>',
  '<iframe src=https://wallet.example/a></iframe><iframe src=https://frames.example></iframe><iframe></iframe><iframe src=about:blank></iframe><img src=data:image/png;base64,AAAA>',
  '<form action=/search><button formaction=./b>B</button></form>',
  '<a href=https://other.example ping=a>A</a><base target=_blank>',
  '<meta http-equiv="Content-Type" content="text/html; charset=utf-8"><meta name=description content="charset=x">',
  '<style nonce=a>a{}</style><p style="color:red" data-onclick="a">',
])('leaves alone what the policy allows: %s', (html) => {
  const app = {
    images: ['https://images.example'],
    media: ['https://media.example/a.webm'],
    frames: ['https://frames.example'],
  };
  expect(read(html, { app }).html).toContain(html);
});

it('reads a page of any depth', () => {
  const { data } = read(`${'<div>'.repeat(20_000)}<script>a()</script>`);
  expect(data.classics).toHaveLength(1);
});

describe('a page is refused', () => {
  it.each([
    ['<script type=module src=/missing.js></script>', 'a script that is in the folder; /missing.js is not'],
    ['<script src=/missing.js></script>', 'in the folder'],
    ['<script src></script>', 'in the folder'],
    ['<script type=module src=/app.js>', 'closed by </script>'],
    ['<svg><script href=/old.js /></svg>', 'a script'],
    ['<script src="https://"></script>', 'no address'],
    ['<script src=/%zz.js></script>', 'in the folder'],
    ['<script type=module src=data:text/javascript,1></script>', 'an address of the site'],
    ['<script src=blob:https://site.example/1></script>', 'an address of the site'],
    ['<script src=https://site.example/app.js></script>', 'of this site, as a path, or listed'],
    ['<script src=//evil.example/a.js></script>', '"scripts":[{"url":"https://evil.example/a.js",'],
    [`<script src=/old.js integrity="${hash}"></script>`, hashOf('run()')],
    [`<script type=module src=/app.js integrity="${hash} sha384-wrong"></script>`, hash],
    [`<link rel=modulepreload href=/app.js integrity=sha512-wrong>`, hash],
    ['<link rel=modulepreload href=/missing.js>', 'in the folder'],
    ['<link rel=modulepreload href=https://cdn.example/lib.js>', '"scripts"'],
    ['<link rel=preload as=script href=https://cdn.example/lib.js>', '"scripts"'],
    ['<script type=" ImportMap ">{}</script>', 'without an import map'],
    ['<script type=importmap src=/map.json></script>', 'without an import map'],
    ['<script nonce=abc>a()</script>', 'nonce'],
    ['<script>navigator.serviceWorker.register("/sw.js")</script>', 'service worker'],
    ['<script type=module>navigator.serviceWorker?.register("/sw.js")</script>', 'service worker'],
    ['<template><script src=/old.js></script></template>', '<template>'],
    ['<div><template shadowrootmode=open><script>a()</script></template></div>', '<template>'],
    ['<svg><script href=/old.js></script></svg>', '<svg>'],
    ['<svg><script>a()</script></svg>', '<svg>'],
    ['<p OnClick=a()>', 'without onclick="…"'],
    ['<body onload="a()">', 'without onload="…"'],
    ['<svg/onload=a()>', 'without onload="…"'],
    ['<template><p onclick=a()></p></template>', 'without onclick="…"'],
    ['<a href=" Java\tScript:a()">', 'href="javascript:…"'],
    ['<a href="&#106;avascript:a()">', 'href="javascript:…"'],
    ['<svg><a xlink:href=javascript:a()></a></svg>', 'xlink:href="javascript:…"'],
    ['<iframe src=javascript:a()></iframe>', 'src="javascript:…"'],
    ['<form action=javascript:a()></form>', 'action="javascript:…"'],
    ['<button formaction=javascript:a()></button>', 'formaction="javascript:…"'],
    ['<form action=https://forms.example></form>', 'app.connect'],
    ['<iframe srcdoc="<script>a()</script>"></iframe>', 'without srcdoc'],
    ['<iframe src=/widget.html></iframe>', 'without a frame of this site'],
    ['<iframe src=https://frames.example/a></iframe>', '"app": {"frames":["https://frames.example"]}'],
    ['<object data=/a.swf></object>', '<object>'],
    ['<EMBED src=/a.pdf>', '<embed>'],
    ['<base href=/>', '<base href>'],
    ['<meta http-equiv=" Content-Security-Policy" content="">', 'without a policy'],
    ['<meta http-equiv=Refresh content="5">', 'reload'],
    ['<meta charset=iso-8859-1>', 'in UTF-8'],
    ['<meta http-equiv=content-type content="text/html; charset=windows-1252">', 'in UTF-8'],
    [
      '<link rel=stylesheet href=https://styles.example/a.css>',
      '"app": {"styles":["https://styles.example"]}',
    ],
    ['<link rel=preload as=style href=//styles.example/a.css>', '"styles"'],
    ['<link rel=preload as=font href=https://fonts.example/a.woff2>', '"fonts"'],
    ['<link rel=preload as=fetch href=https://api.example/a>', '"connect"'],
    ['<link rel="icon" href=https://images.example/a.png>', '"images"'],
    ['<link rel=manifest href=https://other.example/a>', 'a manifest of this site'],
    ['<img src=https://images.example/a.png>', '"images"'],
    ['<img srcset="a.png, //images.example/b.png 2x">', '"images"'],
    ['<svg><image xlink:href=https://images.example/a.png></svg>', '"images"'],
    ['<video poster=https://images.example/a.png></video>', '"images"'],
    ['<audio src=https://media.example/a.mp3></audio>', '"media"'],
    ['<audio src=data:audio/mpeg;base64,AAAA></audio>', 'without an address of data:'],
    ['<link rel=stylesheet href=data:text/css,a{}>', 'without an address of data:'],
    ['<iframe src=blob:https://a.example/1></iframe>', 'without an address of blob:'],
    ['<img src=file:///a.png>', 'without an address of file:'],
  ])('with %s', (html, expected) => {
    const refusal = refusalOf(() => read(`<!doctype html>\n${html}`));
    expect(refusal.expected).toContain(expected);
    expect(refusal.place).toBe('app/index.html, line 2');
  });

  it('with a whole line for the configuration, which keeps what is listed', () => {
    const app: ApplicationConfig = { workers: ['assets/a.js'], images: ['https://a.example'] };
    expect(refusalOf(() => read('<img src=https://b.example/b.png>', { app })).expected).toContain(
      '"app": {"workers":["assets/a.js"],"images":["https://a.example","https://b.example"]}',
    );
  });

  it('if it was deployed before', () => {
    const html = '<script data-cfasync=false type="application/json" id="linkspan-page">{}</script>';
    expect(refusalOf(() => read(html)).expected).toContain('deployed before');
  });

  it('if it is not in UTF-8', () => {
    const files = new Map([['/index.html', new Uint8Array([0x3c, 0xe9, 0x3e])]]);
    expect(refusalOf(() => readPages(files, {}))).toEqual({ place: 'app/index.html', expected: 'in UTF-8' });
  });
});

describe('an application is refused', () => {
  it.each([
    ['/sw.js', 'self.skipWaiting()', 'service worker'],
    ['/sw.mjs', 'clients.claim()', 'service worker'],
    ['/a.JS', 'navigator["serviceWorker"].register("/sw.js")', 'service worker'],
    ['/a.cjs', 'navigator.serviceWorker\n.register("/sw.js")', 'service worker'],
  ])('with %s of %s', (address, text, expected) => {
    const { place, expected: said } = refusalOf(() => read('<p>', { files: { [address]: text } }));
    expect([place, said]).toEqual([`app${address}`, expect.stringContaining(expected)]);
  });

  it('with a file that could be opened as more than data', () => {
    expect(refusalOf(() => read('<p>', { files: { '/old.htm': '<p>' } })).place).toBe('app/old.htm');
  });

  it('without an index.html', () => {
    expect(refusalOf(() => readPages(new Map(), {})).expected).toBe('a folder with an index.html');
  });
});

describe('workers', () => {
  const files = new Map(
    [
      '/assets/worker-1.js',
      '/assets/worker-2.mjs',
      '/assets/a~b.js',
      '/a.js',
      '/docs/a.html',
      '/docs/w.js',
    ].map((address) => [address, new Uint8Array()] as const),
  );

  it('are the files that the configuration names, by a part of their names too', () => {
    expect(findWorkers(files, ['assets/worker-*.js', 'assets/worker-*.mjs', 'assets/a~b.js'])).toEqual([
      ...['/assets/worker-1.js', '/assets/worker-2.mjs', '/assets/a~b.js'],
    ]);
    expect(findWorkers(files, ['assets/*.js', 'assets/worker-1.js'])).toHaveLength(2);
    expect(findWorkers(files)).toEqual([]);
  });

  it.each([
    ['assets/missing-*.js', 'assets/missing-*.js is none'],
    ['assets/workerX1.js', 'is none'],
    ['docs/w.js', 'in a folder without pages'],
  ])('are refused where they are %s', (path, expected) => {
    const refusal = refusalOf(() => findWorkers(files, ['assets/a~b.js', path]));
    expect([refusal.place, refusal.expected]).toEqual(['app.workers[1]', expect.stringContaining(expected)]);
  });
});

it('says which files start workers that the page does not allow', () => {
  const files = new Map(
    Object.entries({
      '/a.js': 'new Worker(u)',
      '/b.js': 'new  SharedWorker(u)',
      '/c.js': 'newWorker(u)',
    }).map(([name, text]) => [name, new TextEncoder().encode(text)]),
  );
  expect(sayBlocked(files, { app: { connect: [] } })).toEqual(
    ['/a.js', '/b.js'].map((address) =>
      expect.stringMatching(
        `^app${address} starts a worker.*"app": \\{"connect":\\[\\],"workers":\\["assets/worker-\\*.js"\\]\\}`,
      ),
    ),
  );
  expect(sayBlocked(files, { app: { workers: ['assets/a.js'] } })).toEqual([]);
});

it('says which style sheets name addresses that the page does not allow', () => {
  const css = `@import "https://styles.example/a.css"; @import url(//other.example/a.css); @font-face{src:url( 'https://fonts.example/a.woff2')}
    a{background:url(/own.png) url(data:image/png;base64,AAAA) url(https://other.example/b.png)} /* https://comment.example */`;
  const files = new Map([['/a.css', new TextEncoder().encode(css)]]);
  const app = { styles: ['https://styles.example'], fonts: ['https://fonts.example/a.woff2'] };
  expect(sayBlocked(files, { app })).toEqual([
    'app/a.css names https://other.example, which neither styles nor fonts nor images of "app" list.',
  ]);
});

describe('a page whose import map is in its HTML', () => {
  const readPinned = (html: string, more: Case = {}) => read(html, { ...more, isPinned: true });

  it('keeps its scripts in their places, each with its hash', () => {
    const { html, data } = readPinned(
      '<body><script type=module src=/app.js></script><script async src="/old.js"></script></body>',
    );
    expect(html).toContain(`<script type="module" src="/app.js" integrity="${hash}">`);
    expect(html).toContain(`<script async src="/old.js" integrity="${hashOf('run()')}">`);
    expect([data.entries, data.classics]).toEqual([[], []]);
    expect(data.integrity).toMatchObject({ '/app.js': hash });
  });

  it('keeps inline scripts, and names the hash of each for its policy', () => {
    const inline = '<script>one()</script><script type="module">import "/app.js"</script>';
    const { html, data, inlined } = readPinned(`<body>${inline}</body>`);
    expect(html).toContain(inline);
    expect(data.hashes).toEqual([hashOf('one()'), hashOf('import "/app.js"')]);
    expect(inlined.size).toBe(0);
  });

  it('keeps preloads of modules, and asks for scripts of other origins without cookies', () => {
    const { html } = readPinned(
      `<head><link rel="modulepreload" href="/app.js"><script src="${cdn}"></script></head>`,
      { app: admitted },
    );
    expect(html).toContain(`<link rel="modulepreload" href="/app.js" integrity="${hash}">`);
    expect(html).toContain(`<script src="${cdn}" integrity="sha384-AAAA" crossorigin>`);
  });

  it.each([
    ['<script type="importmap">{}</script>', 'without an import map'],
    ['<script src="/gone.js"></script>', 'a script that is in the folder'],
    ['<script>navigator.serviceWorker.register("/sw.js")</script>', 'without a service worker'],
    ['<script src="https://cdn.example/other.js"></script>', 'listed in the configuration'],
  ])('refuses what any page refuses: %s', (html, expected) => {
    expect(refusalOf(() => readPinned(`<body>${html}</body>`, { app: admitted })).expected).toContain(
      expected,
    );
  });
});

it('reads a page of a development server, whose files have no hash', () => {
  const html =
    '<script type=module>import "/@react-refresh"</script><script type=module src=/src/main.tsx></script>';
  const { data } = readDevelopmentPage(html, { app: admitted });
  expect(data.entries).toEqual([expect.stringMatching(/^\/inline-/), '/src/main.tsx']);
  expect(data.sources).toEqual(['/']);
  expect(data.integrity).not.toHaveProperty('/src/main.tsx');
});

describe('the files of a folder', () => {
  let outer: string;
  const at = (...names: string[]) => join(outer, ...names);
  const write = async (name: string, text = '') => {
    await mkdir(dirname(at(name)), { recursive: true });
    await writeFile(at(name), text);
  };
  const config = {
    families: fakeConfig.families.map((family) => ({
      ...family,
      remote: { ...family.remote, url: `/remotes/${family.remote.name}/` },
    })),
  };
  const list = async (folder = at('dist'), site = at('site')) => [
    ...(await readApplicationFiles(folder, site, config)).keys(),
  ];

  beforeEach(async () => {
    outer = await mkdtemp(join(tmpdir(), 'linkspan-application-'));
    await write('dist/index.html');
  });
  afterEach(() => rm(outer, { recursive: true }));

  it('have their addresses as a browser writes them', async () => {
    for (const name of ['a b.js', 'ä#.js', '50%.js', '[id].js', '.well-known/security.txt', 'app.js.map'])
      await write(`dist/${name}`);
    expect(await list()).toEqual(
      [
        ...['/.well-known/security.txt', '/50%25.js', '/[id].js', '/a%20b.js', '/app.js.map', '/index.html'],
        '/%C3%A4%23.js',
      ].sort(),
    );
  });

  it('are the same by a path that is relative, or ends in a slash', async () => {
    for (const folder of [`${at('dist')}/`, join(at('dist'), '..', '.', 'dist'), `${at()}/./dist`])
      expect(await list(folder)).toEqual(['/index.html']);
  });

  it.each([
    ...['linkspan.json', 'LinkSpan.json', '_headers', '.headers/headers.json', 'documents/a.json'],
    ...[
      'staged/a/live.json',
      'remotes/remote-evm/live.json',
      'Remotes/Remote-EVM/a.js',
      'third-party-notices.txt',
    ],
  ])('are refused with %s, and passed over if the folder is the site', async (name) => {
    await write(`dist/${name}`);
    await expect(list()).rejects.toMatchObject({ context: { place: `app/${name}` } });
    expect(await list(at('dist'), `${at('dist')}/`)).toEqual(['/index.html']);
  });

  it.each([
    '.env',
    '.git/config',
    'a/.env.production',
    '.well-known-not/a',
    'a/.well-known/b',
    '.well-known/.env',
  ])('are refused with %s', async (name) => {
    await write(`dist/${name}`);
    await expect(list()).rejects.toMatchObject({
      context: { place: `app/${name}`, expected: expect.stringContaining('begins with a dot') },
    });
  });

  it.each([
    ...['_redirects', '_worker.js', '_worker.js/index.js', '_routes.json', 'functions/a.js', 'web.config'],
    ...['vercel.json', 'netlify.toml', 'wrangler.toml', 'staticwebapp.config.json'],
  ])('are refused with %s, by which a host would answer something else', async (name) => {
    await write(`dist/${name}`);
    await expect(list()).rejects.toMatchObject({
      context: { place: `app/${name}`, expected: expect.stringContaining('in place of the page') },
    });
  });

  it('are refused with a link, to a file or to a folder', async () => {
    await write('secret/key');
    for (const target of ['secret', 'secret/key']) {
      await symlink(at(target), at('dist/link'));
      await expect(list()).rejects.toMatchObject({ context: { place: 'app/link' } });
      await rm(at('dist/link'));
    }
  });

  it('are refused if there is no such folder, or the site is in it', async () => {
    for (const [folder, site] of [
      [at('missing'), at('site')],
      [at('dist/index.html'), at('site')],
      [at('dist'), at('dist/site')],
    ])
      await expect(list(folder, site)).rejects.toMatchObject({
        code: 'config/malformed',
        context: { place: 'app' },
      });
  });

  it('may be very many', async () => {
    await mkdir(at('dist/many'));
    for (let index = 0; index < 3_000; index++) await writeFile(at(`dist/many/${index}.js`), '');
    expect(await list()).toHaveLength(3_001);
  });
});
