import type { Seal, SealedFile } from '@linkspan/trust/seal';
import { describe, expect, it } from 'vitest';
import { integrityOf } from '../files.ts';
import { destinationOf, examineSite, visitors } from './sealed-site.ts';

const origin = 'https://wallets.example';
const [html, script, css] = ['text/html', 'text/javascript', 'text/css'];

const file = (path: string, text: string, type: string): SealedFile => ({
  path,
  bytes: text.length,
  integrity: integrityOf(text),
  type,
});

/** A site of a page, another page and seven scripts; the page is not the first in the order of names. */
const texts: Readonly<Record<string, string>> = {
  '/old.html': 'too old',
  '/': 'the page',
  ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((number) => [`/a${number}.js`, `script ${number}`])),
};
const files = Object.entries(texts).map(([path, text]) =>
  file(path === '/' ? 'index.html' : path.slice(1), text, path.endsWith('js') ? script : html),
);
const pagePaths = ['/', '/index.html', '/?utm_source=verify'];
const sealed = { files, headers: [], origin, page: { roots: [] } } as unknown as Seal;

type Serve = (path: string, visitor: string) => Response | undefined;

/** What is found where a server answers some questions in its own way, and the others as it was sealed. */
async function examineHeaders(serve: Serve = () => undefined, seal: Seal = sealed) {
  const asked: { readonly path: string; readonly visitor: string; readonly init: RequestInit }[] = [];
  const progress: string[] = [];
  let [open, most] = [0, 0];
  const notes = await examineSite(seal, {
    async fetch(address, init = {}) {
      const path = String(address).slice(origin.length);
      const agent = new Headers(init.headers).get('user-agent');
      const visitor = visitors.find(({ headers }) => headers['user-agent'] === agent)?.name ?? '';
      asked.push({ path, visitor, init });
      open += 1;
      most = Math.max(most, open);
      await Promise.resolve();
      open -= 1;
      const sound = new Response(texts[pagePaths.includes(path) ? '/' : path] ?? '', {
        headers: { 'content-type': path.endsWith('js') ? script : html },
      });
      return serve(path, visitor) ?? sound;
    },
    progress: (text) => progress.push(text),
    deadlineMs: 60_000,
    signal: new AbortController().signal,
  });
  return { notes, asked, progress, most };
}

const names = visitors.map(({ name }) => name);
const at =
  (path: string, answer: () => Response): Serve =>
  (asked) =>
    asked === path ? answer() : undefined;
const status = (code: number, headers: Record<string, string> = {}) =>
  new Response(null, { status: code, headers });

it('finds nothing where everything is as it was sealed', async () => {
  expect((await examineHeaders()).notes).toEqual([]);
});

it('asks for the page first, at each of its addresses, as each kind of browser, one after the other', async () => {
  const { asked, progress } = await examineHeaders();
  expect(asked.slice(0, 13).map(({ path, visitor }) => [path, visitor])).toEqual([
    ...pagePaths.flatMap((path) => names.map((name) => [path, name])),
    ['/old.html', names[0]],
  ]);
  expect(asked[1]?.init.cache).toBe('no-store');
  expect(asked.filter(({ init }) => init.cache === undefined).length).toBeGreaterThan(3);
  expect(progress.slice(0, 4)).toEqual(names.map((name) => `Asking for ${origin}/ as ${name}`));
});

it('shares the scripts among the browsers, and asks for other pages as all of them, six at a time', async () => {
  const { asked, progress, most } = await examineHeaders();
  expect(asked.slice(12).map(({ path, visitor }) => [path, visitor])).toEqual([
    ...names.map((name) => ['/old.html', name]),
    ...[1, 2, 3, 4, 5, 6, 7].map((number) => [`/a${number}.js`, names[number % 4]]),
  ]);
  expect(progress.slice(12)).toEqual(['Comparing files: 0 of 11', 'Comparing files: 6 of 11']);
  expect(most).toBe(6);
});

it('tells a file whose bytes or length are others', async () => {
  const address = `${origin}/a7.js`;
  const altered = [{ code: 'verify/altered', address }];
  const answer = (text: string) => () => new Response(text, { headers: { 'content-type': script } });
  expect((await examineHeaders(at('/a7.js', answer('script 8')))).notes).toEqual(altered);
  expect((await examineHeaders(at('/a7.js', answer('script 7 and more')))).notes).toEqual(altered);
});

it('reads no more of a file than was sealed', async () => {
  let read = 0;
  const endless = () =>
    new ReadableStream({
      pull(control) {
        read += 1;
        if (read > 100) control.close();
        else control.enqueue(new Uint8Array(1));
      },
    });
  const headers = { 'content-type': script };
  const { notes } = await examineHeaders(at('/a7.js', () => new Response(endless(), { headers })));
  expect(notes).toEqual([{ code: 'verify/altered', address: `${origin}/a7.js` }]);
  expect(read).toBeLessThan(20);
});

it('tells the headers that are others', async () => {
  const { notes } = await examineHeaders(
    at('/a1.js', () => new Response('script 1', { headers: { 'content-type': css } })),
  );
  expect(notes).toEqual([
    { code: 'verify/type', address: `${origin}/a1.js`, values: { found: css, wanted: script } },
  ]);
});

it('takes a page of two million bytes for another one, and not for one that is too long', async () => {
  const page = (length: number) =>
    at('/', () => new Response('a'.repeat(length), { headers: { 'content-type': html } }));
  const codes = async (serve: Serve) => new Set((await examineHeaders(serve)).notes.map(({ code }) => code));
  expect(await codes(page(2_000_000))).toEqual(new Set(['verify/no-page']));
  expect(await codes(page(2_000_001))).toEqual(new Set(['verify/altered']));
});

it.each([300, 301, 302, 307, 308, 399])('tells that a file leads elsewhere with %i', async (code) => {
  const address = `${origin}/a2.js`;
  const serve = at('/a2.js', () => status(code, { location: '/b' }));
  expect((await examineHeaders(serve)).notes).toEqual([
    { code: 'verify/redirect', address, values: { to: '/b' } },
  ]);
});

describe('the page at another of its addresses', () => {
  it.each(pagePaths.slice(1))('is the same page: %s', async (path) => {
    const other = () => new Response('another', { headers: { 'content-type': html } });
    const { notes } = await examineHeaders(at(path, other));
    expect(notes).toEqual(names.map(() => ({ code: 'verify/no-page', address: origin + path })));
  });

  it.each(['/', `${origin}/`])('may lead to the page’s own: %s', async (location) => {
    for (const path of pagePaths.slice(1))
      expect((await examineHeaders(at(path, () => status(301, { location })))).notes).toEqual([]);
  });

  it.each(['/other', '//evil.example/', 'https://evil.example/', '?again', undefined])(
    'leads nowhere else: %s',
    async (location) => {
      const serve = at('/index.html', () => status(302, location === undefined ? {} : { location }));
      expect((await examineHeaders(serve)).notes.map(({ code }) => code)).toEqual(
        names.map(() => 'verify/redirect'),
      );
    },
  );

  it('does not lead from its own to itself', async () => {
    const { notes } = await examineHeaders(at('/', () => status(302, { location: '/' })));
    expect(notes[0]?.code).toBe('verify/redirect');
  });
});

it('tells that a file leads nowhere where it does not say where', async () => {
  const { notes } = await examineHeaders(at('/a2.js', () => status(302)));
  expect(notes).toMatchObject([{ values: { to: 'nowhere' } }]);
});

it.each([
  [400, 'verify/missing'],
  [404, 'verify/missing'],
  [499, 'verify/missing'],
  [204, 'verify/missing'],
  [429, 'verify/busy'],
  [500, 'verify/busy'],
  [503, 'verify/busy'],
])('tells of %i: %s', async (code, expected) => {
  const { notes } = await examineHeaders(at('/a3.js', () => status(code)));
  expect(notes).toEqual([{ code: expected, address: `${origin}/a3.js`, values: { status: `${code}` } }]);
});

it('tells why a server does not answer', async () => {
  const { notes } = await examineHeaders(
    at('/a4.js', () => {
      throw new TypeError('gone');
    }),
  );
  expect(notes).toEqual([
    { code: 'verify/unreachable', address: `${origin}/a4.js`, values: { detail: 'gone' } },
  ]);
});

it('tells which browsers get another page than the others', async () => {
  const other = () => new Response('another', { headers: { 'content-type': html } });
  const varies = async (...some: readonly number[]) => {
    const isMeant = (visitor: string) => some.includes(names.indexOf(visitor as (typeof names)[number]));
    const { notes } = await examineHeaders((path, visitor) =>
      path === '/' && isMeant(visitor) ? other() : undefined,
    );
    return notes.filter(({ code }) => code === 'verify/varies').map(({ values }) => values);
  };
  const list = (...some: readonly number[]) => some.map((one) => names[one]).join(', ');
  expect(await varies()).toEqual([]);
  expect(await varies(1, 3)).toEqual([{ some: list(1, 3), others: list(0, 2) }]);
  expect(await varies(0)).toEqual([{ some: list(0), others: list(1, 2, 3) }]);
  expect(await varies(0, 1, 2, 3)).toEqual([]);
});

it('tells of pages that none was sealed as how the others differ from the first', async () => {
  const page = (text: string) => new Response(text, { headers: { 'content-type': html } });
  const { notes } = await examineHeaders((path, visitor) =>
    path === '/'
      ? visitor === names[0]
        ? status(404)
        : page(visitor === names[1] ? 'one' : 'two')
      : undefined,
  );
  expect(notes.find(({ code }) => code === 'verify/varies')?.values).toEqual({
    some: `${names[2]}, ${names[3]}`,
    others: names[1],
  });
});

it.each([
  ['Chrome on a computer', /^Mozilla\/5\.0 \(Windows.*Chrome\/\d+/, 'gzip, deflate, br', /^en-US/, undefined],
  ['Firefox that reloads', /^Mozilla\/5\.0 \(X11.*Firefox\/\d+/, 'gzip', /^de/, 'no-store'],
  ['Safari on a phone', /^Mozilla\/5\.0 \(iPhone.*Safari\/\d+/, 'br', /^fr/, undefined],
  ['a wallet’s browser on a phone', /^Mozilla\/5\.0 \(Linux; Android.*wv\)/, 'identity', /^en-GB/, undefined],
])('%s asks as such a browser does', (name, agent, packing, language, cache) => {
  expect(visitors.find((one) => one.name === name)).toEqual({
    name,
    headers: {
      'user-agent': expect.stringMatching(agent),
      'accept-encoding': packing,
      'accept-language': expect.stringMatching(language),
    },
    ...(cache && { cache }),
  });
});

it.each([
  ['old.html', 'document', 'none'],
  ['a.js', 'script', 'same-origin'],
  ['a.b.mjs', 'script', 'same-origin'],
  ['a.css', 'style', 'same-origin'],
  ['a.json', 'empty', 'same-origin'],
  ['js', 'script', 'same-origin'],
  ['', 'empty', 'same-origin'],
])('asks for %s as %s', (path, dest, site) => {
  expect(destinationOf(path)).toMatchObject({ 'sec-fetch-dest': dest, 'sec-fetch-site': site });
});

it('asks for a page as one that is gone to, and for all else as whatever it is', () => {
  expect(destinationOf('old.html')).toMatchObject({
    accept: expect.stringMatching(/^text\/html,.*\*\/\*;q=0\.8$/),
    'upgrade-insecure-requests': '1',
  });
  expect(destinationOf('a.js').accept).toBe('*/*');
});
