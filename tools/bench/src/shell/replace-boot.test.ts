import { expect, it } from 'vitest';
import { replaceScript } from './replace-boot.ts';

it('replaces the inline script, whose text cannot end its element', () => {
  const page = (script: string) => `<p>first</p>\n<script>${script}</script>\n<p>last</p>\n`;
  expect(replaceScript(page('own()'), { own: 'own()', script: 'const $1 = "</script>";\n' })).toBe(
    page('const $1 = "\\x3C/script>";'),
  );
});

it.each(['', 'other()', 'own()</script><script>own()'])(
  'says of a page with “%s” that it is another',
  (found) =>
    expect(() => replaceScript(`<script>${found}</script>`, { own: 'own()', script: '' })).toThrow(
      'does not carry the script of the built host',
    ),
);
