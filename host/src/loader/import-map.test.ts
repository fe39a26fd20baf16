import { expect, it } from 'vitest';
import { createFakeRelease, remoteUrl } from '../testing/fake-release.ts';
import { toImportMap } from './import-map.ts';

const release = createFakeRelease();

it('leads a remote’s address nowhere, but for the files that its release lists', () => {
  const { imports } = toImportMap([release]);
  expect(imports[remoteUrl]).toBe('https://blocked.invalid/');
  const listed = `${remoteUrl}releases/1.2.3/entry.js`;
  expect(imports[listed]).toBe(listed);
  expect(Object.keys(imports)).toHaveLength(4);
});

it('gives every listed file its hash', () => {
  const { integrity } = toImportMap([release]);
  expect(Object.keys(integrity)).toEqual(
    ['discovery.js', 'entry.js', 'glue.js'].map((path) => `${remoteUrl}releases/1.2.3/${path}`),
  );
});

it('leads all of a remote nowhere whose release lists nothing', () => {
  const unhashed = createFakeRelease({ files: [] }, '');
  expect(toImportMap([unhashed])).toEqual({
    imports: { [remoteUrl]: 'https://blocked.invalid/' },
    integrity: {},
  });
});

it('is empty without a release', () => {
  expect(toImportMap([])).toEqual({ imports: {}, integrity: {} });
});
