import { expect, it } from 'vitest';
import { headersOf, parseHeadersFile } from './read-site.ts';

const file = `# Written by the deploy

/*
  X-Frame-Options: DENY
  cache-control:no-cache
# between
/assets/*
\tcache-control: immutable  
/
  x-empty:
`;

it('reads the rules of a file, each with its headers in small letters', () => {
  const rules = [
    { path: '/*', values: { 'x-frame-options': 'DENY', 'cache-control': 'no-cache' } },
    { path: '/assets/*', values: { 'cache-control': 'immutable' } },
    { path: '/', values: { 'x-empty': '' } },
  ];
  expect(parseHeadersFile(file)).toEqual(rules);
  expect(parseHeadersFile(file.replaceAll('\n', '\r\n'))).toEqual(rules);
});

it('passes over a header that no path has', () => {
  expect(parseHeadersFile('  x-lost: 1\n/\n')).toEqual([{ path: '/', values: {} }]);
});

it('takes of several rules for a path all values, the last one last', () => {
  const of = (path: string) => Object.fromEntries(headersOf(path, parseHeadersFile(file)));
  const all = { 'x-frame-options': ['DENY'], 'cache-control': ['no-cache'] };
  expect(of('/assets/a.js')).toEqual({ ...all, 'cache-control': ['no-cache', 'immutable'] });
  expect(of('/assets')).toEqual(all);
  expect(of('/')).toEqual({ ...all, 'x-empty': [''] });
});
