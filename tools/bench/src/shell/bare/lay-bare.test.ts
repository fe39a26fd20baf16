import { expect, it } from 'vitest';
import { withoutEarlyScript } from './lay-bare.ts';

const preload = '<link rel="preload" as="script" href="/early.js">\n';
const early = '<script async crossorigin src="/early.js" integrity="sha256-A"></script>\n';
const own = '<script>own()</script>\n';

it('takes the early script away, and leaves its preload', () =>
  expect(withoutEarlyScript(preload + own + early)).toBe(preload + own));

it.each([
  ['no script', own],
  ['two', early + early],
])('says of a page that names %s that it is another', (_, page) =>
  expect(() => withoutEarlyScript(page)).toThrow('does not name one script'),
);
