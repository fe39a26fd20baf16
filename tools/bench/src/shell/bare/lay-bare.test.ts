import { expect, it } from 'vitest';
import { withoutLobby } from './lay-bare.ts';

const preload = '<link rel="preload" as="script" href="/lobby.js">\n';
const lobby = '<script async crossorigin src="/lobby.js" integrity="sha256-A"></script>\n';
const own = '<script>own()</script>\n';

it('takes the lobby away, and leaves its preload', () =>
  expect(withoutLobby(preload + own + lobby)).toBe(preload + own));

it.each([
  ['no script', own],
  ['two', lobby + lobby],
])('says of a page that names %s that it is another', (_, page) =>
  expect(() => withoutLobby(page)).toThrow('does not name one script'),
);
