import { describe, expect, it } from 'vitest';
import type { Blocklist } from './blocklist.ts';
import type { Bytes } from './bytes.ts';
import { readEnvelope } from './envelope.ts';
import { parsePayload } from './format.ts';
import { liveFormat, verifyLive } from './live.ts';
import { verifyManifest } from './manifest.ts';
import { mergeSeen, nothingSeen, type Seen, toSeen } from './seen.ts';
import { createKeyPair, toCanonicalJson, toEnvelopeBytes } from './sign.ts';
import { changed, createRepository, type Path, refused, toInstant, toKeys } from './testing/index.ts';

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

const dayMs = 24 * 60 * 60 * 1000;
const { root, people, machine, online } = repository;

const verified = (
  envelope: Bytes,
  changes: Partial<{ now: number; seen: Seen; root: typeof root; blocklist: Blocklist }> = {},
) => verifyLive({ root, seen: nothingSeen, now, ...changes, envelope });

const seenWith = (changes: Partial<Seen>): Seen => ({ ...toSeen(root), ...changes });

/** Two releases: the older for most, the newer for some. */
async function twoReleases() {
  const manifests = {
    old: await repository.signManifest({ version: '1.2.3', sequence: 3 }),
    new: await repository.signManifest({ version: '1.3.0', sequence: 4 }),
  };
  const releases = [
    { share: 90, path: 'releases/1.2.3/', manifest: manifests.old },
    { share: 10, path: 'releases/1.3.0/', manifest: manifests.new },
  ];
  return {
    envelope: await repository.signLive({ releases }),
    oldId: (await verifyManifest(root, manifests.old)).id,
    newId: (await verifyManifest(root, manifests.new)).id,
  };
}

describe('a verified live document', () => {
  it('is answered with its verified manifests', async () => {
    const { envelope, oldId, newId } = await twoReleases();
    expect(await verified(envelope)).toMatchObject({
      remote: 'remote-evm',
      version: 1,
      expiresAt: '2026-11-12T12:00:00Z',
      releases: [
        { share: 90, path: 'releases/1.2.3/', id: oldId, manifest: { sequence: 3 } },
        { share: 10, path: 'releases/1.3.0/', id: newId, manifest: { sequence: 4 } },
      ],
      refused: [],
    });
  });

  it('may withdraw', async () => {
    const live = await verified(await repository.signLive({ releases: [] }));
    expect(live).toMatchObject({ releases: [], refused: [] });
  });

  it('may name an older release in a higher version: that is how a team rolls back', async () => {
    const manifest = await repository.signManifest({ version: '1.0.0', sequence: 1 });
    const envelope = await repository.signLive({
      version: 9,
      releases: [{ share: 100, path: 'a/', manifest }],
    });
    expect(await verified(envelope, { seen: seenWith({ live: 8 }) })).toMatchObject({ version: 9 });
  });
});

describe('the signatures of a live document', () => {
  it.each([
    ['people of other roles', people],
    ['the machine that signs releases', [machine]],
  ])('are too few when it is signed by %s', async (_, signers) => {
    expect(await refused(verified(await repository.signLive({}, signers)))).toMatchObject({
      code: 'release/unsigned',
      context: { remote: 'remote-evm', document: 'live', has: '0', needs: '1' },
    });
  });

  it('do not replace those of a manifest in it', async () => {
    const manifest = await repository.signManifest({}, [online, machine]);
    const envelope = await repository.signLive({ releases: [{ share: 100, path: 'a/', manifest }] });
    expect(await refused(verified(envelope))).toMatchObject({
      code: 'release/unsigned',
      context: { document: 'manifest', has: '1', needs: '2' },
    });
  });

  it('cannot be those of a manifest or a root', async () => {
    const manifest = await repository.signManifest({}, [online]);
    const asLive = { ...manifest, payloadType: liveFormat.payloadType };
    expect(await refused(verified(toEnvelopeBytes(manifest)))).toMatchObject({
      context: { place: 'live.payloadType' },
    });
    expect(await refused(verified(toEnvelopeBytes(asLive)))).toMatchObject({ code: 'release/unsigned' });
  });
});

describe('what a live document belongs to', () => {
  it('is refused when it is another remote', async () => {
    expect(await refused(verified(await repository.signLive({ remote: 'remote-near' })))).toMatchObject({
      code: 'release/other-remote',
      context: { remote: 'remote-evm', found: 'remote-near' },
    });
  });
});

describe('the version of a live document', () => {
  it('may be the one seen last', async () => {
    const envelope = await repository.signLive({ version: 7 });
    expect(await verified(envelope, { seen: seenWith({ live: 7 }) })).toMatchObject({ version: 7 });
  });

  it('is refused below it', async () => {
    const envelope = await repository.signLive({ version: 6 });
    expect(await refused(verified(envelope, { seen: seenWith({ live: 7 }) }))).toMatchObject({
      code: 'release/older',
      context: { remote: 'remote-evm', document: 'live', seen: '7', offered: '6' },
    });
  });

  it('starts again under a new online key, since the old one may have raised it beyond reach', async () => {
    const fresh = await createKeyPair('online');
    const rotated = {
      ...root,
      version: 2,
      keys: { ...root.keys, ...toKeys([fresh]) },
      roles: { ...root.roles, live: { keyids: [fresh.keyid] as const, threshold: 1 } },
    };
    const seen = seenWith({ live: 2 ** 31 - 1 });
    const envelope = await repository.signLive({ version: 8 }, [fresh]);
    const live = await verified(envelope, { root: rotated, seen });
    expect(mergeSeen(seen, toSeen(rotated, live))).toMatchObject({ root: 2, live: 8 });
    const old = await repository.signLive({ version: 2 ** 31 - 1 });
    expect(await refused(verified(old, { root: rotated, seen }))).toMatchObject({ code: 'release/unsigned' });
  });

  it('does not help if the root is older than the one seen', async () => {
    const envelope = await repository.signLive();
    expect(await refused(verified(envelope, { seen: seenWith({ root: 2 }) }))).toMatchObject({
      code: 'release/older',
      context: { document: 'root', seen: '2', offered: '1' },
    });
  });
});

describe('the time of a live document', () => {
  it('ends at its expiry', async () => {
    const envelope = await repository.signLive({ expiresAt: toInstant(now, 1) });
    expect(await verified(envelope, { now: now + dayMs - 1 })).toBeDefined();
    expect(await refused(verified(envelope, { now: now + dayMs }))).toMatchObject({
      code: 'release/expired',
      context: { remote: 'remote-evm', document: 'live', expiresAt: '2026-11-06T12:00:00Z' },
    });
  });

  it('may not be put off by an issue in the future', async () => {
    const envelope = await repository.signLive({
      issuedAt: toInstant(now, 300),
      expiresAt: toInstant(now, 310),
    });
    expect(await refused(verified(envelope))).toMatchObject({
      code: 'release/expires-too-late',
      context: { expiresAt: toInstant(now, 310) },
    });
  });

  it('bears with a clock that is a day behind, and no more', async () => {
    const envelope = await repository.signLive({ expiresAt: toInstant(now, 14) });
    expect(await verified(envelope, { now: now - dayMs })).toBeDefined();
    expect(await refused(verified(envelope, { now: now - dayMs - 1 }))).toMatchObject({
      code: 'release/expires-too-late',
    });
  });

  it('ends with that of the root', async () => {
    const old = { ...root, expiresAt: toInstant(now, -1) };
    expect(await refused(verified(await repository.signLive(), { root: old }))).toMatchObject({
      code: 'release/expired',
      context: { document: 'root', expiresAt: '2026-11-04T12:00:00Z' },
    });
  });
});

describe('a release that is no longer allowed', () => {
  it('below the floor is refused, and the other is not', async () => {
    const { envelope } = await twoReleases();
    const live = await verified(envelope, { root: { ...root, floor: 4 } });
    expect(live.releases.map(({ manifest }) => manifest.sequence)).toEqual([4]);
    expect(live.refused).toMatchObject([
      {
        manifest: { sequence: 3 },
        refusal: {
          code: 'release/below-floor',
          context: { remote: 'remote-evm', version: '1.2.3', sequence: '3', floor: '4' },
        },
      },
    ]);
  });

  it('is refused below a floor that was seen', async () => {
    const { envelope } = await twoReleases();
    const live = await verified(envelope, { seen: seenWith({ floor: 5 }) });
    expect(live).toMatchObject({ releases: [], refused: [{}, {}] });
  });

  it('is refused when the root revokes it, now or as seen', async () => {
    const { envelope, newId } = await twoReleases();
    const policies = [{ root: { ...root, revoked: [newId] } }, { seen: seenWith({ revoked: [newId] }) }];
    for (const policy of policies)
      expect((await verified(envelope, policy)).refused).toMatchObject([
        {
          id: newId,
          refusal: { code: 'release/revoked', context: { remote: 'remote-evm', version: '1.3.0' } },
        },
      ]);
  });

  it('is refused when the host team blocks it by its version or its id', async () => {
    const { envelope, oldId } = await twoReleases();
    const common = { remote: 'remote-evm', reason: 'It sends twice' };
    for (const entry of [
      { ...common, version: '1.2.3' },
      { ...common, manifest: oldId },
    ]) {
      const blocklist = { version: 1, blocked: [entry] };
      expect((await verified(envelope, { blocklist })).refused).toMatchObject([
        { id: oldId, refusal: { code: 'release/blocked', context: { reason: 'It sends twice' } } },
      ]);
    }
  });

  it('is not refused by a block of another remote’s same version', async () => {
    const { envelope } = await twoReleases();
    const entry = { remote: 'remote-near', version: '1.2.3', reason: 'Another' };
    const blocklist = { version: 1, blocked: [entry] };
    expect(await verified(envelope, { blocklist })).toMatchObject({ releases: [{}, {}], refused: [] });
  });
});

describe('what is no live document', () => {
  it('is refused if two releases have one sequence, which could not share visitors out', async () => {
    const releases = [
      { share: 50, path: 'a/', manifest: await repository.signManifest({ version: '1.2.3' }) },
      { share: 50, path: 'b/', manifest: await repository.signManifest({ version: '1.2.4' }) },
    ];
    expect(await refused(verified(await repository.signLive({ releases })))).toMatchObject({
      code: 'release/malformed',
      context: { place: 'live.releases[1].manifest.sequence' },
    });
  });
});
