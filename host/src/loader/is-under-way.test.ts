import { afterEach, expect, it, vi } from 'vitest';
import { installFetch } from '../testing/fake-fetch.ts';
import { createFakeRelease, remoteUrl } from '../testing/fake-release.ts';
import { isUnderWay } from './is-under-way.ts';

const names = ['discovery.js', 'first.js', 'second.js', 'later.js'];
const files = names.map((path) => ({ path, bytes: 1, integrity: 'sha384-' }));
const folder = `${remoteUrl}releases/1.2.3/`;
const sources = {
  [`${folder}discovery.js`]:
    'import{a}from"./first.js";const later=()=>import("./later.js");export const discover=a',
  [`${folder}first.js`]: "export*from'./second.js';import './discovery.js';import \"elsewhere.js\"",
  [`${folder}second.js`]: 'await new Promise(()=>{})',
};

afterEach(() => void vi.restoreAllMocks());

/** What has come as what the page runs. */
function come(...paths: readonly string[]): void {
  const entries = paths.map((path) => ({ name: `${folder}${path}#x7`, initiatorType: 'script' }));
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue(entries as never);
}

it.each([
  [[], true],
  [['discovery.js'], true],
  [['discovery.js', 'first.js'], true],
  [['discovery.js', 'first.js', 'second.js'], false],
])('follows what has come of a discovery and of what it imports at once: %j', async (paths, isAwaited) => {
  installFetch(sources);
  come(...paths);
  expect(await isUnderWay(createFakeRelease({ files }))).toBe(isAwaited);
});

it('is so where nobody can tell: a file that came cannot be read', async () => {
  installFetch({ [`${folder}discovery.js`]: new TypeError('Failed to fetch') });
  come('discovery.js');
  expect(await isUnderWay(createFakeRelease({ files }))).toBe(true);
});
