import { expect, it } from 'vitest';
import { findNewer } from './find-newer.ts';

it('finds nothing in a script of ECMAScript 5', () => {
  const script = `(function (s) { var a = [1]; for (var i in a) if (a[i] === 1 || s.x) try { s['y'](a, { z: 2 }); }
    catch (e) { throw new Error('no'); } })(window);`;
  expect(findNewer(script)).toEqual([]);
});

it.each([
  'let a',
  'const a = 1',
  'a => a',
  'a?.b',
  'a ?? b',
  'a ||= b',
  'a ** b',
  '`a`',
  'f(...a)',
  'var { a } = b',
  'class A {}',
  'try {} catch {}',
  'async function f() {}',
  'function f(a = 1) {}',
  'var o = { a }',
  'var o = { a() {} }',
  'var o = { [a]: 1 }',
  'for (var a of b);',
  'f(a, )',
  'var a = 1n',
  'import(a)',
])('finds what is newer in %s', (script) => {
  expect(findNewer(script)).not.toEqual([]);
});
