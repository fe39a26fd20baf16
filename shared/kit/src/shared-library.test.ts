import { expect, it } from 'vitest';
import { assertShared } from './shared-library.ts';

const createElement = () => undefined;
const port = { family: 'solana', libraries: { react: { createElement } } };

it("takes the page's own copy of a library", () => {
  expect(() => assertShared(port, 'react', 'createElement', createElement)).not.toThrow();
});

it.each([
  ['a copy of its own', 'react', () => undefined],
  ['no copy at all', 'react', undefined],
  ['a library that the page does not share', 'preact', createElement],
])('refuses %s', (_, library, linked) => {
  expect(() => assertShared(port, library, 'createElement', linked)).toThrow(
    expect.objectContaining({ code: 'remote/second-copy', context: { family: 'solana', library } }),
  );
});
