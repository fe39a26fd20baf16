import { worst } from '@linkspan/contract/testing';
import { expect, it } from 'vitest';
import { createFakeRelease, remoteUrl } from '../testing/fake-release.ts';
import { isThrownBy } from './is-thrown-by.ts';

const release = createFakeRelease();
const file = `${remoteUrl}releases/1.2.3/discovery.js`;

function failed(error: Error, frame = ''): Error {
  error.stack = `${error.name}: ${error.message}\n${frame}`;
  return error;
}

it.each([
  new TypeError(`Failed to fetch dynamically imported module: ${file}`),
  new TypeError(`error loading dynamically imported module: ${file}`),
  new TypeError('Importing a module script failed.'),
])('is not what a browser says of a module that did not load: %s', (error) => {
  expect(isThrownBy(release, failed(error))).toBe(false);
});

it.each(worst)('is what a module throws: %s', (_, make) => {
  expect(isThrownBy(release, make())).toBe(true);
});

it.each([
  [failed(new Error('no'))],
  [failed(new SyntaxError('Unexpected token'))],
  [failed(new TypeError('x is not a function'), `    at ${file}#mark:1:2`)],
  ['a text'],
  [undefined],
])('is what a module throws: %s', (error) => {
  expect(isThrownBy(release, error)).toBe(true);
});
