import { exotic } from '@linkspan/contract/testing';
import { expect, it } from 'vitest';
import { createFakeRelease, remoteUrl } from '../testing/fake-release.ts';
import { isThrownIn } from './module.ts';

const release = createFakeRelease();
const file = `${remoteUrl}releases/1.2.3/discovery.js`;

function failed(error: Error, frame = ''): Error {
  error.stack = `${error.name}: ${error.message}\n${frame}`;
  return error;
}

it('is not what a browser says of a module that did not load, though it names the file', () => {
  const error = failed(new TypeError(`Failed to fetch dynamically imported module: ${file}`));
  expect(isThrownIn(release, error)).toBe(false);
});

it('is an error whose stack names a file of the release', () => {
  expect(isThrownIn(release, failed(new TypeError('no'), `    at ${file}#mark:1:2`))).toBe(true);
});

it('is an error event of a file of the release', () => {
  expect(isThrownIn(release, 'no', file)).toBe(true);
});

it.each(exotic)('is not %s, whose stack names none', (_, make) => {
  expect(isThrownIn(release, make())).toBe(false);
});
