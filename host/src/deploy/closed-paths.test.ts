import { expect, it } from 'vitest';
import { toClosedPaths } from './closed-paths.ts';

it('closes a folder without pages as a whole, and beside pages each file', () => {
  const pages = ['/index.html', '/docs/a/index.html'];
  const files = [
    ...['/linkspan.json', '/assets/a.js', '/assets/b/c.js', '/docs/a/data.json', '/docs/img/x.png'],
    ...['/docs/note.txt', '/LICENSE'],
  ];
  expect(toClosedPaths([...pages, ...files], pages)).toEqual([
    ...['/LICENSE', '/assets/', '/docs/a/data.json', '/docs/img/', '/docs/note.txt', '/linkspan.json'],
  ]);
});

it('closes no folder that has a file which is open', () => {
  const files = ['/assets/a.js', '/assets/worker.js', '/assets/sub/b.js'];
  expect(toClosedPaths(files, ['/index.html', '/assets/worker.js'])).toEqual([
    '/assets/a.js',
    '/assets/sub/',
  ]);
});

it('closes a page of an earlier deploy by both of its names', () => {
  expect(toClosedPaths(['/old.html'], ['/index.html'])).toEqual(['/old', '/old.html']);
});
