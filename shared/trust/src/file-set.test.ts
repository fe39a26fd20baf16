import { expect, it } from 'vitest';
import { toFileSet } from './file-set.ts';
import { soundManifest } from './testing/index.ts';

it('gives every file of a release its address below that of the live document', () => {
  const release = { path: 'releases/1.2.3/', manifest: soundManifest('remote-evm', 0) };
  const files = toFileSet(release, 'https://evm.example/remote/live.json');
  expect(files.map(({ address }) => address)).toEqual([
    'https://evm.example/remote/releases/1.2.3/assets/vendor.js',
    'https://evm.example/remote/releases/1.2.3/discovery-abc.js',
    'https://evm.example/remote/releases/1.2.3/remoteEntry-abc.js',
  ]);
  expect(files[0]).toMatchObject(release.manifest.files[0] ?? {});
});

it('takes an empty path as the folder of the live document', () => {
  const release = { path: '', manifest: soundManifest('remote-evm', 0) };
  const [first] = toFileSet(release, new URL('https://evm.example/live.json'));
  expect(first?.address).toBe('https://evm.example/assets/vendor.js');
});
