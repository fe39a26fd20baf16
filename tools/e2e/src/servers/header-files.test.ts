import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toHeaderFiles } from '@linkspan/host/deploy/header-files';
import { root } from '@linkspan/stack/root';
import { describe, expect, it } from 'vitest';
import { isPage, pagePaths, pageRules, type Rules, storeRules } from './rules.ts';

const read = (path: string) => readFileSync(join(root, 'docs', path), 'utf8');
const ofPage = toHeaderFiles(pageRules.headers, { ...pagePaths, remotes: [] }).get('_headers') ?? '';
const cases = [
  { role: 'page', rules: pageRules, text: ofPage },
  { role: 'store', rules: storeRules, text: read('servers/store/_headers') },
];

describe.each(cases)('the rules for a $role', ({ role, rules, text }) => {
  it('are what its `_headers` file says', () => {
    const blocks = text.split(/\n(?=\/)/).slice(1);
    const said = rules.files.map(({ path }) => ({ path, headers: joinHeaders(blocks, path) }));
    expect(said).toEqual(
      rules.files.map(({ path, cache }) => ({
        path,
        headers: { ...joinRules(rules, path), 'cache-control': cache },
      })),
    );
  });

  it('are what the table of docs/host.md says', () => {
    expect(readTable(`Of ${role === 'page' ? 'the' : 'a'} ${role}:`, rules)).toEqual(
      rules.files.map(({ path, cache }) => ({ path, cache })),
    );
  });
});

/** What the rules say of a path, where static hosts join what the page and a file that is no page are sent with. */
function joinRules({ headers, closed = {} }: Rules, path: string): Readonly<Record<string, string>> {
  if (isPage(path)) return headers;
  const joined = Object.entries(closed).map(([name, value]) => [name, `${headers[name]}, ${value}`]);
  return { ...headers, ...Object.fromEntries(joined) };
}

/** The headers of a path. Static hosts join what several blocks say of one header. */
function joinHeaders(blocks: readonly string[], path: string): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const block of blocks) {
    const [pattern = '', ...lines] = block.trim().split('\n');
    if (!toRegex(pattern).test(path)) continue;
    for (const line of lines) {
      const [, name = '', value = ''] = /^ {2}([\w-]+): (.*)$/.exec(line) ?? [];
      const key = name.toLowerCase();
      headers[key] = headers[key] === undefined ? value : `${headers[key]}, ${value}`;
    }
  }
  return headers;
}

function readTable(title: string, { files }: Rules) {
  const [table = ''] = read('host.md').split(`${title}\n\n`)[1]?.split('\n\n') ?? [];
  const rows = table.split('\n').map((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text));
  return files.map(({ path }) => {
    const row = rows.find((patterns) => patterns.some((pattern) => toRegex(pattern).test(path)));
    return { path, cache: row?.at(-1) };
  });
}

/** A pattern of whole paths in which `*` is anything, and `:name` one folder. */
function toRegex(pattern: string): RegExp {
  const escaped = pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${escaped.replaceAll('*', '.*').replace(/:\w+/g, '[^/]+')}$`);
}
