import { describe, expect, it } from 'vitest';
import { changed, type Path, refused } from './testing/index.ts';
import { parseUnsignedRelease } from './unsigned-release.ts';

const integrity = `sha384-${'A'.repeat(64)}`;

/** A sound document, in which a test then changes one place. */
function sound() {
  return {
    remote: 'remote-evm',
    release: {
      path: 'releases/1.2.3/',
      manifest: {
        remote: 'remote-evm',
        version: '1.2.3',
        contract: '2.0',
        shared: { react: '^19.0.0', 'react-dom/client': '^19.0.0' },
        discovery: 'discovery-abc.js',
        entry: 'remoteEntry-abc.js',
        preload: ['remoteEntry-abc.js', 'assets/vendor.js'],
        files: ['discovery-abc.js', 'remoteEntry-abc.js', 'assets/vendor.js'].map((path) => ({
          path,
          bytes: 10,
          integrity,
        })),
        dependencies: ['viem@2.57.1'],
      },
    },
  };
}

const refusal = (place: string) => ({ code: 'release/malformed', context: { remote: 'remote-evm', place } });

const manifest = ['release', 'manifest'];

describe('a live document', () => {
  it('is taken as it is, as a frozen copy', () => {
    const live = parseUnsignedRelease(sound(), 'remote-evm');
    expect(live).toEqual(sound());
    expect(Object.isFrozen(live.release.manifest.files[0])).toBe(true);
    expect(Object.isFrozen(live.release.manifest.shared)).toBe(true);
  });

  it('may be the one of a development server, which hashes nothing', () => {
    const { release, remote } = sound();
    const dev = {
      ...release.manifest,
      version: 'dev',
      discovery: 'src/discovery.ts',
      preload: [],
      files: [],
    };
    const document = { remote, release: { path: '', manifest: dev } };
    expect(parseUnsignedRelease(document, 'remote-evm')).toEqual(document);
  });

  it.each<[place: string, path: Path, value: unknown]>([
    ['the value', [], '<!doctype html>'],
    ['remote', ['remote'], 'remote-near'],
    ['signature', ['signature'], 'x'],
    ['release', ['release'], undefined],
    ['release.path', ['release', 'path'], '../other/'],
    ['release.manifest', manifest, []],
    ['release.manifest.remote', [...manifest, 'remote'], 'remote-near'],
    ['release.manifest.version', [...manifest, 'version'], '1.2'],
    ['release.manifest.version', [...manifest, 'version'], 'latest'],
    ['release.manifest.contract', [...manifest, 'contract'], '1'],
    ['release.manifest.shared.react', [...manifest, 'shared', 'react'], '*'],
    ['release.manifest.discovery', [...manifest, 'discovery'], 'unlisted.js'],
    ['release.manifest.preload', [...manifest, 'preload'], undefined],
    ['release.manifest.files[1].integrity', [...manifest, 'files', 1, 'integrity'], ''],
    ['release.manifest.files[1].source', [...manifest, 'files', 1, 'source'], 'x'],
    // Not a release for development, and without files.
    ['release.manifest.discovery', [...manifest, 'files'], []],
  ])('is refused with the place %s (%j: %j)', async (place, path, value) => {
    const given = changed(sound(), path, value);
    expect(await refused(() => parseUnsignedRelease(given, 'remote-evm'))).toMatchObject(refusal(place));
  });
});
