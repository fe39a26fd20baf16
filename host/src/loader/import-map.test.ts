import { expect, it } from 'vitest';
import { createFakeRelease, remoteUrl } from '../testing/fake-release.ts';
import { canary, probe, toImportMap } from './import-map.ts';

const release = createFakeRelease();
const own = {
  integrity: { '/assets/host.js': 'sha384-host', '/assets/probe.js': 'sha384-probe' },
  probe: '/assets/probe.js',
};
const ofOwn = ['/assets/host.js', '/assets/probe.js', '/assets/probe.js?refused'];

it('leads a remote’s address nowhere, but for the files that its release lists', () => {
  const { imports } = toImportMap([release], own, '#7');
  expect(imports[remoteUrl]).toBe('https://blocked.invalid/');
  const listed = `${remoteUrl}releases/1.2.3/entry.js`;
  expect(imports[listed]).toBe(`${listed}#7`);
  expect(Object.keys(imports)).toHaveLength(6);
});

it('gives every listed file its hash, under its address and under the one that runs', () => {
  const { integrity } = toImportMap([release], own, '#7');
  const hashes = release.manifest.files.flatMap(({ path, integrity: hash }) => {
    const address = release.addressOf(path);
    return [
      [address, hash],
      [`${address}#7`, hash],
    ];
  });
  expect(integrity).toMatchObject(Object.fromEntries(hashes));
  expect(Object.keys(integrity)).toHaveLength(ofOwn.length + hashes.length);
});

it('costs nothing for a file that is no module, such as notices, and leads it nowhere', () => {
  const files = [
    { path: 'entry.js', bytes: 1, integrity: 'sha384-entry' },
    { path: 'THIRD-PARTY-NOTICES-CqlUMHQk.txt', bytes: 1, integrity: 'sha384-notices' },
  ];
  const map = JSON.stringify(toImportMap([createFakeRelease({ files })], own, '#7'));
  expect(map).toContain('sha384-entry');
  expect(map).not.toContain('NOTICES');
});

it('leads all of a remote nowhere whose release lists nothing', () => {
  const unhashed = createFakeRelease({ files: [] }, '');
  expect(toImportMap([unhashed], own, '#7').imports).toMatchObject({
    [remoteUrl]: 'https://blocked.invalid/',
  });
});

it('gives the host’s own scripts their hashes, also without a release', () => {
  const { integrity } = toImportMap([], own, '#7');
  expect(Object.keys(integrity)).toEqual(ofOwn);
  expect(integrity).toMatchObject(own.integrity);
});

it('gives the canary its true hash, and the probe a well-formed wrong one', () => {
  const { imports, integrity } = toImportMap([], own, '#7');
  expect(integrity[imports[canary] ?? '']).toBe('sha384-probe');
  expect(integrity[imports[probe] ?? '']).toMatch(/^sha384-A{64}$/);
});

it('gives an application’s modules their hashes, and lets none of them change a hash of the host or of a remote', () => {
  const entry = release.addressOf('entry.js');
  const others = { '/app.js': 'sha256-app', '/assets/host.js': 'sha256-other', [entry]: 'sha256-other' };
  const { imports, integrity } = toImportMap([release], own, '#7', others);
  expect(integrity).toMatchObject({ '/app.js': 'sha256-app', '/assets/host.js': 'sha384-host' });
  expect(integrity[entry]).toBe(release.manifest.files.find(({ path }) => path === 'entry.js')?.integrity);
  expect(Object.keys(imports)).not.toContain('/app.js');
});
