import { describe, expect, it } from 'vitest';
import { readEnvelope } from './envelope.ts';
import { parsePayload } from './format.ts';
import { liveFormat } from './live.ts';
import { toCanonicalJson } from './sign.ts';
import { changed, createRepository, type Path, refused, toInstant } from './testing/index.ts';

const now = Date.parse('2026-11-05T12:00:00Z');
const repository = await createRepository('remote-evm', now);
const { payload } = readEnvelope(
  liveFormat,
  await repository.signLive({ since: toInstant(now) }),
  'remote-evm',
);
const sound = JSON.parse(new TextDecoder().decode(payload)) as { releases: readonly object[] };
const read = (value: unknown) => parsePayload(liveFormat, toCanonicalJson(value), 'remote-evm');
const [release] = sound.releases;
const half = (path: string) => ({ ...release, share: 50, path });

describe('a live document', () => {
  it('is read with the envelopes of its manifests', async () => {
    expect(read(sound)).toMatchObject({
      remote: 'remote-evm',
      version: 1,
      issuedAt: '2026-11-05T12:00:00Z',
      expiresAt: '2026-11-12T12:00:00Z',
      since: '2026-11-05T12:00:00Z',
      releases: [{ share: 100, path: 'releases/1.2.3/', manifest: await repository.signManifest() }],
    });
  });

  it('may share its visitors out, name none, and have fields that this reader does not know', () => {
    expect(read({ ...sound, releases: [half('a/'), half('b/')] }).releases).toHaveLength(2);
    expect(read({ ...sound, releases: [] }).releases).toEqual([]);
    expect(read({ ...sound, extra: 1, releases: [{ ...release, extra: 1 }] })).toEqual(read(sound));
  });

  it('may have several releases whose files lie together', () => {
    expect(read({ ...sound, releases: [half('a/'), half('a/')] }).releases).toMatchObject([
      { path: 'a/' },
      { path: 'a/' },
    ]);
  });

  it.each<[place: string, path: Path, value: unknown]>([
    ['live', [], 1],
    ['live.remote', ['remote'], 1],
    ['live.version', ['version'], 0],
    ['live.issuedAt', ['issuedAt'], '2026-11-05'],
    ['live.expiresAt', ['expiresAt'], undefined],
    ['live.expiresAt', ['expiresAt'], '2026-11-05T12:00:00Z'],
    ['live.since', ['since'], 'ever'],
    ['live.releases', ['releases'], undefined],
    ['live.releases', ['releases'], [half('a/')]],
    ['live.releases', ['releases'], [half('a/'), half('b/'), half('c/')]],
    ['live.releases[0].share', ['releases', 0, 'share'], 100.5],
    ['live.releases[0].share', ['releases', 0, 'share'], -1],
    ['live.releases[0].path', ['releases', 0, 'path'], 'releases'],
    ['live.releases[0].path', ['releases', 0, 'path'], '/releases/'],
    ['live.releases[0].path', ['releases', 0, 'path'], 'a/../../other/'],
    ['live.releases[0].path', ['releases', 0, 'path'], 'https://a.example/'],
    ['live.releases[0].manifest', ['releases', 0, 'manifest'], 'x'],
    ['live.releases[0].manifest.payload', ['releases', 0, 'manifest', 'payload'], 1],
    ['live.releases[0].manifest', ['releases', 0, 'manifest', 'extra'], 'x'],
  ])('is refused with the place %s (%j: %j)', async (place, path, value) => {
    expect(await refused(() => read(changed(sound, path, value)))).toMatchObject({
      code: 'release/malformed',
      context: { remote: 'remote-evm', place },
    });
  });

  it('may live for 14 days and not a second more', async () => {
    expect(read({ ...sound, expiresAt: toInstant(now, 14) })).toBeDefined();
    const expiresAt = '2026-11-19T12:00:01Z';
    expect(await refused(() => read({ ...sound, expiresAt }))).toMatchObject({
      code: 'release/expires-too-late',
      context: { remote: 'remote-evm', expiresAt },
    });
  });
});
