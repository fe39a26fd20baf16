import { expect, it } from 'vitest';
import { comparePolicies } from './csp.ts';

const sealed = "default-src 'none'; script-src 'self'; require-trusted-types-for 'script'";

it('finds nothing where two policies say the same', () => {
  expect(comparePolicies(sealed, sealed)).toEqual({ looser: [], stricter: [] });
  const reordered = "SCRIPT-SRC 'self'; require-trusted-types-for 'script'; default-src 'none'";
  expect(comparePolicies(sealed, reordered)).toEqual({ looser: [], stricter: [] });
});

it.each<[what: string, found: string, looser: readonly string[], stricter: readonly string[]]>([
  [
    'a source more',
    "script-src 'self' a.example b.example",
    ['script-src has a.example', 'script-src has b.example'],
    [],
  ],
  ['a source less', "script-src 'none'", [], ["script-src lacks 'self'"]],
  ['a directive less', '', ['script-src is gone'], []],
  ['a directive more', "script-src 'self'; img-src a.example", [], ['img-src a.example is new']],
])('finds %s', (_, found, looser, stricter) => {
  expect(comparePolicies("script-src 'self'", found)).toEqual({ looser, stricter });
});

it.each(['require-trusted-types-for', 'upgrade-insecure-requests'])(
  'takes %s for stricter with more, and for looser with less',
  (name) => {
    const [less, more] = [`${name} a`, `${name} a b`];
    expect(comparePolicies(less, more)).toEqual({ looser: [], stricter: [`${name} has b`] });
    expect(comparePolicies(more, less)).toEqual({ looser: [`${name} lacks b`], stricter: [] });
    expect(comparePolicies(less, '')).toEqual({ looser: [`${name} is gone`], stricter: [] });
  },
);
