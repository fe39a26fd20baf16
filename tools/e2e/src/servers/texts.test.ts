import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@linkspan/stack/root';
import { describe, expect, it } from 'vitest';
import { siteFolder } from '../place/stack.ts';
import { readCaddyfile, toRegex } from './read-caddyfile.ts';
import { readHeadersFile } from './read-headers-file.ts';
import { kept, pageRules, type Rules, storeRules } from './rules.ts';

const read = (name: string) => readFileSync(join(root, 'docs/servers', name), 'utf8');
const written = (name: string) => readFileSync(join(siteFolder, name), 'utf8');

/** The published file, with what it takes from the deployed page. */
const caddyfile = () =>
  read('Caddyfile').replace(/import \/srv\/linkspan\/site\/(.*)/, (_, name: string) => written(name));

const expected = ({ headers }: Rules, cache: string) => ({ ...headers, 'cache-control': cache });

describe.each([
  ['wallets.example', pageRules],
  ['remotes.example', storeRules],
] as const)('the Caddyfile’s server %s', (name, rules) => {
  const serve = readCaddyfile(caddyfile(), name);

  it.each(rules.files)('serves $path with $cache, as nginx does', ({ path, cache }) => {
    expect(serve(path)).toEqual({ headers: expected(rules, cache), isHidden: false });
  });

  it.each(rules.hidden)('hides %s', (path) => {
    expect(serve(path).isHidden).toBe(true);
  });

  it('sets nothing that nginx does not', () => {
    expect(serve('/robots.txt')).toEqual({ headers: expected(rules, kept.untilAsked), isHidden: false });
  });
});

it('lets nobody keep what the Caddyfile’s servers miss', () => {
  const found = read('Caddyfile').match(/handle_errors \{\n\t\theader Cache-Control "no-store"/g);
  expect(found).toHaveLength(2);
});

it('answers a certificate’s question at /.well-known/ of the page', () => {
  expect(readCaddyfile(read('Caddyfile'), 'wallets.example')('/.well-known/x').isHidden).toBe(false);
});

describe.each([
  ['that a deploy writes', pageRules, written('_headers')],
  ['for a store', storeRules, read('store/_headers')],
] as const)('the header file %s', (_, rules, text) => {
  const headersOf = readHeadersFile(text);

  it.each(rules.files)('gives $path $cache, as nginx does', ({ path, cache }) => {
    expect(headersOf(path)).toEqual(expected(rules, cache));
  });
});

describe.each([
  ['Of the page:', pageRules],
  ['Of a store:', storeRules],
])('the guide’s table “%s”', (title, rules) => {
  const guide = readFileSync(join(root, 'docs/host.md'), 'utf8');
  const [table = ''] = guide.split(`${title}\n\n`)[1]?.split('\n\n') ?? [];
  const rows = table.split('\n').map((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text));

  it.each(rules.files)('says $cache of $path', ({ path, cache }) => {
    const row = rows.find((patterns) => patterns.some((pattern) => toRegex(pattern).test(path)));
    expect(row?.at(-1)).toBe(cache);
  });
});
