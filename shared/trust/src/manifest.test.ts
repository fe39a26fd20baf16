import { describe, expect, it } from 'vitest';
import { sha256 } from './bytes.ts';
import { parsePayload } from './format.ts';
import { manifestFormat, verifyManifest } from './manifest.ts';
import { addSignatures, toCanonicalJson } from './sign.ts';
import { changed, createRepository, type Path, refused, soundManifest } from './testing/index.ts';

const sound = soundManifest('remote-evm', 1_800_000_000_000);
const read = (value: unknown) => parsePayload(manifestFormat, toCanonicalJson(value), 'remote-evm');

describe('a manifest', () => {
  it('is read as it is', () => {
    expect(read(sound)).toEqual(sound);
    const { repository, ...without } = sound;
    expect(read(without)).toEqual(without);
  });

  it('may have fields that this reader does not know, which are left out', () => {
    expect(read({ ...sound, extra: 1 })).toEqual(sound);
  });

  it.each(['0.0.1', '10.20.30', '1.0.0-rc.1', '1.0.0-0a-b'])('may be of version %s', (version) => {
    expect(read({ ...sound, version })).toMatchObject({ version });
  });

  it('may say that its tree was dirty, and never that it was not', async () => {
    expect(read({ ...sound, dirty: true })).toMatchObject({ dirty: true });
    expect(await refused(() => read({ ...sound, dirty: false }))).toMatchObject({
      context: { place: 'manifest.dirty' },
    });
  });

  it('may be as old as 1970', () => {
    expect(read({ ...sound, builtAt: '1970-01-01T00:00:00Z' })).toMatchObject({ version: '1.2.3' });
  });

  it.each<[place: string, path: Path, value: unknown]>([
    ['manifest', [], '<!doctype html>'],
    ['manifest.remote', ['remote'], undefined],
    ['manifest.version', ['version'], '1.2'],
    ['manifest.version', ['version'], '1.02.3'],
    ['manifest.version', ['version'], 'dev'],
    ['manifest.version', ['version'], '1.2.3+build'],
    ['manifest.sequence', ['sequence'], 0],
    ['manifest.sequence', ['sequence'], 2 ** 31],
    ['manifest.contract', ['contract'], '1'],
    ['manifest.shared', ['shared'], []],
    ['manifest.shared.react', ['shared', 'react'], '*'],
    ['manifest.discovery', ['discovery'], 'unlisted.js'],
    ['manifest.discovery', ['discovery'], 'discovery-abc.js?x'],
    ['manifest.entry', ['entry'], 'data:text/javascript,1'],
    ['manifest.entry', ['entry'], 'unlisted.js'],
    ['manifest.preload', ['preload'], undefined],
    ['manifest.preload[1]', ['preload', 1], 'unlisted.js'],
    ['manifest.preload[1]', ['preload', 1], 'assets/../vendor.js'],
    ['manifest.files', ['files'], {}],
    ['manifest.files[1]', ['files', 1], 'vendor.js'],
    ['manifest.files[1].path', ['files', 1, 'path'], './vendor.js'],
    ['manifest.files[1].path', ['files', 1, 'path'], '//a.example/x.js'],
    ['manifest.files[1].path', ['files', 1, 'path'], 'assets/vendor.js'],
    ['manifest.files[1].bytes', ['files', 1, 'bytes'], -1],
    ['manifest.files[1].integrity', ['files', 1, 'integrity'], `sha256-${'A'.repeat(64)}`],
    ['manifest.files[1].integrity', ['files', 1, 'integrity'], ''],
    ['manifest.files[1].integrity', ['files', 1, 'integrity'], `SHA384-${'A'.repeat(64)}`],
    ['manifest.files[1].integrity', ['files', 1, 'integrity'], `sha384-${'A'.repeat(63)}`],
    ['manifest.files[1].integrity', ['files', 1, 'integrity'], `sha384-${'A'.repeat(64)}?ct=text/plain`],
    [
      'manifest.files[1].integrity',
      ['files', 1, 'integrity'],
      `sha384-${'A'.repeat(64)} sha384-${'B'.repeat(64)}`,
    ],
    ['manifest.files[1].source', ['files', 1, 'source'], 'x'],
    ['manifest.commit', ['commit'], 'main'],
    ['manifest.repository', ['repository'], 'http://code.example'],
    ['manifest.dependencies[0]', ['dependencies', 0], 'viem'],
    ['manifest.hosts[0]', ['hosts', 0], 'https://rpc.example'],
    ['manifest.builtAt', ['builtAt'], 'today'],
  ])('is refused with the place %s (%j: %j)', async (place, path, value) => {
    expect(await refused(() => read(changed(sound, path, value)))).toMatchObject({
      code: 'release/malformed',
      context: { remote: 'remote-evm', place },
    });
  });
});

const repository = await createRepository('remote-evm', Date.parse('2026-11-05T12:00:00Z'));
const { root, people, machine } = repository;
const [, second, third] = people;

describe('a release manifest', () => {
  it('is verified with its id', async () => {
    const envelope = await repository.signManifest();
    expect(await verifyManifest(root, envelope)).toMatchObject({
      id: await sha256(envelope.payload),
      manifest: { remote: 'remote-evm', version: '1.2.3', sequence: 3 },
    });
  });

  it('keeps its id under more signatures', async () => {
    const envelope = await repository.signManifest();
    const { id } = await verifyManifest(root, envelope);
    expect(await verifyManifest(root, await addSignatures(envelope, [second]))).toMatchObject({ id });
  });

  it('is refused without enough keys of its own role', async () => {
    const envelope = await repository.signManifest({}, [third, machine]);
    expect(await refused(verifyManifest(root, envelope))).toMatchObject({
      code: 'release/unsigned',
      context: { document: 'manifest', has: '1', needs: '2' },
    });
  });

  it('is refused when it is another remote’s, though the same people signed it', async () => {
    const envelope = await repository.signManifest({ remote: 'remote-near' });
    expect(await refused(verifyManifest(root, envelope))).toMatchObject({
      code: 'release/other-remote',
      context: { remote: 'remote-evm', found: 'remote-near' },
    });
  });
});
