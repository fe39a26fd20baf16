import { expect, it } from 'vitest';
import { createFakeRelease, remoteUrl } from '../testing/fake-release.ts';
import { createCompile } from './files.ts';

it('names a module as the import map does, with the hash of its manifest, and once', () => {
  const release = createFakeRelease();
  const compile = createCompile(document, (address) => `${address}#unforeseen`);
  for (const path of ['glue.js', 'glue.js']) compile(release, path);
  const [link, ...others] = document.querySelectorAll<HTMLLinkElement>('link[rel=modulepreload]');
  expect(others).toEqual([]);
  expect(link?.href).toBe(`${remoteUrl}releases/1.2.3/glue.js#unforeseen`);
  const listed = release.manifest.files.find(({ path }) => path === 'glue.js');
  expect(link?.getAttribute('integrity')).toBe(listed?.integrity);
});
