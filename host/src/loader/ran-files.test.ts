import { expect, it } from 'vitest';
import { createFakeRelease } from '../testing/fake-release.ts';
import { createFakeStorage } from '../testing/fake-storage.ts';
import { openRanFiles } from './ran-files.ts';

const files = ['entry.js', 'glue.js'].map((path) => ({ path, bytes: 1, integrity: 'sha384-x' }));
const release = createFakeRelease({ files });

it('are known to the next page', () => {
  const storage = createFakeStorage();
  const ran = openRanFiles(release, storage);
  expect(ran.has('entry.js')).toBe(false);
  ran.add(['entry.js']);
  const next = openRanFiles(release, storage);
  expect([next.has('entry.js'), next.has('glue.js')]).toEqual([true, false]);
});

it('are those of the release alone: its next one has other files', () => {
  const storage = createFakeStorage();
  openRanFiles(release, storage).add(['entry.js', 'glue.js']);
  const [entry] = files as [(typeof files)[number]];
  const next = openRanFiles(createFakeRelease({ files: [entry] }), storage);
  next.add(['entry.js']);
  expect([next.has('entry.js'), next.has('glue.js')]).toEqual([true, false]);
});

it('are none once one of them did not run', () => {
  const storage = createFakeStorage();
  const ran = openRanFiles(release, storage);
  ran.add(['entry.js']);
  ran.forget();
  expect(ran.has('entry.js')).toBe(false);
  expect(openRanFiles(release, storage).has('entry.js')).toBe(false);
});

it.each(['', '{', 'null', '{"length":1}', '[7,{}]'])('are none where %j is stored', (stored) => {
  const storage = createFakeStorage();
  openRanFiles(release, storage).add(['entry.js']);
  for (const key of Object.keys(storage.kept)) storage.set(key, stored);
  expect(openRanFiles(release, storage).has('entry.js')).toBe(false);
});
