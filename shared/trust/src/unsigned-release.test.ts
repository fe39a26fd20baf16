import { describe, expect, it } from 'vitest';
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
        contract: '1.0',
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

type Path = readonly (string | number)[];

function changed([key, ...rest]: Path, value: unknown, within: unknown = sound()): unknown {
  if (key === undefined) return value;
  const copy = Array.isArray(within) ? [...within] : { ...(within as object) };
  Reflect.set(copy, key, changed(rest, value, Reflect.get(copy, key)));
  return copy;
}

const refusal = (place: string) => ({ code: 'release/malformed', context: { remote: 'remote-evm', place } });

function outcome(document: unknown): unknown {
  try {
    return parseUnsignedRelease(document, 'remote-evm');
  } catch (error) {
    return error;
  }
}

const manifest = ['release', 'manifest'];
const file = [...manifest, 'files', 1];

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
    ['the value', [], null],
    ['the value', [], []],
    ['the value', [], '<!doctype html>'],
    ['remote', ['remote'], undefined],
    ['remote', ['remote'], 'remote-near'],
    ['remote', ['remote'], 'Remote'],
    ['signature', ['signature'], 'x'],
    ['release', ['release'], undefined],
    ['release.path', ['release', 'path'], 'releases'],
    ['release.path', ['release', 'path'], '/releases/'],
    ['release.path', ['release', 'path'], '../other/'],
    ['release.path', ['release', 'path'], 'a/../../other/'],
    ['release.path', ['release', 'path'], 'https://a.example/'],
    ['release.path', ['release', 'path'], '//a.example/'],
    ['release.manifest', manifest, []],
    ['release.manifest.remote', [...manifest, 'remote'], 'remote-near'],
    ['release.manifest.version', [...manifest, 'version'], '1.2'],
    ['release.manifest.version', [...manifest, 'version'], 'latest'],
    ['release.manifest.contract', [...manifest, 'contract'], '1'],
    ['release.manifest.contract', [...manifest, 'contract'], 1],
    ['release.manifest.shared', [...manifest, 'shared'], null],
    ['release.manifest.shared', [...manifest, 'shared'], []],
    ['release.manifest.shared.react', [...manifest, 'shared', 'react'], '*'],
    ['release.manifest.shared.react', [...manifest, 'shared', 'react'], '19.0.0'],
    ['release.manifest.discovery', [...manifest, 'discovery'], '/discovery-abc.js'],
    ['release.manifest.discovery', [...manifest, 'discovery'], 'unlisted.js'],
    ['release.manifest.discovery', [...manifest, 'discovery'], 'discovery-abc.js?x'],
    ['release.manifest.entry', [...manifest, 'entry'], 'unlisted.js'],
    ['release.manifest.entry', [...manifest, 'entry'], 'data:text/javascript,1'],
    ['release.manifest.preload', [...manifest, 'preload'], undefined],
    ['release.manifest.preload[1]', [...manifest, 'preload', 1], 'unlisted.js'],
    ['release.manifest.preload[1]', [...manifest, 'preload', 1], 'assets/../vendor.js'],
    ['release.manifest.files', [...manifest, 'files'], {}],
    ['release.manifest.files[1]', file, 'vendor.js'],
    ['release.manifest.files[1].path', [...file, 'path'], './vendor.js'],
    ['release.manifest.files[1].path', [...file, 'path'], 'discovery-abc.js'],
    ['release.manifest.files[1].bytes', [...file, 'bytes'], -1],
    ['release.manifest.files[1].bytes', [...file, 'bytes'], '10'],
    ['release.manifest.files[1].integrity', [...file, 'integrity'], ''],
    ['release.manifest.files[1].integrity', [...file, 'integrity'], `sha256-${'A'.repeat(64)}`],
    ['release.manifest.files[1].integrity', [...file, 'integrity'], `${integrity} ${integrity}`],
    ['release.manifest.files[1].source', [...file, 'source'], 'x'],
  ])('is refused with the place %s (%j: %j)', (place, path, value) => {
    expect(outcome(changed(path, value))).toMatchObject(refusal(place));
  });

  it('is refused where a release that is not for development lists no files', () => {
    expect(outcome(changed([...manifest, 'files'], []))).toMatchObject(refusal('release.manifest.discovery'));
  });
});
