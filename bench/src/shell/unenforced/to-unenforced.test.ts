import { expect, it } from 'vitest';
import { toUnenforced } from './to-unenforced.ts';

const toPage = (
  script: string,
) => `<link rel="preload" as="script" crossorigin href="/a.js" integrity="sha256-A">
<script defer src="/b.js" integrity="sha256-B"></script>
<script>${script}</script>
<link rel="stylesheet" href="/c.css" integrity="sha256-C">
`;

it('replaces the inline script, and takes the hashes of scripts away alone', () => {
  const script = 'const $1 = "</script>";\n';
  expect(
    toUnenforced(toPage('enforce()'), { enforced: 'enforce()', script }),
  ).toBe(`<link rel="preload" as="script" crossorigin href="/a.js">
<script defer src="/b.js"></script>
<script>const $1 = "\\x3C/script>";</script>
<link rel="stylesheet" href="/c.css" integrity="sha256-C">
`);
});

it.each(['', 'other()', 'enforce()</script><script>enforce()'])(
  'says of a page with “%s” that it is another',
  (found) => {
    const scripts = { enforced: 'enforce()', script: '' };
    expect(() => toUnenforced(toPage(found), scripts)).toThrow('does not carry the script of the built host');
  },
);
