import type { Blocked } from '../../blocklist.ts';
import type { Bytes } from '../../bytes.ts';
import type { Law } from '../../judge.ts';
import { liveFormat } from '../../live.ts';
import { manifestFormat } from '../../manifest.ts';
import { nothingSeen, type Seen, toSeen } from '../../seen.ts';
import type { Random } from '../random.ts';
import { soundManifest, toInstant } from '../repository.ts';
import { type Making, signDamaged, writeDamaged } from './sign-damaged.ts';
import { drawRoot, drawSigners, now, remote } from './team.ts';

/** What a page has when it verifies a live document. */
export interface LiveCase extends Law {
  readonly envelope: Bytes;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A live document, sound or damaged, with what the page knows: some of it at the very edge of what is allowed. */
export async function generateLive(making: Making): Promise<LiveCase> {
  const { random, team } = making;
  const root = drawRoot(random, team, random.whole([1, 4]));
  const version = random.whole([1, 5]);
  const sequences = random.pick([[3], [3], [3, 4], [4, 3, 5], [3, 3], []]);
  const shares = [[], [100], [90, 10], [30, 70, 0]][sequences.length] ?? [];
  const signed = await Promise.all(
    sequences.map(async (sequence, index) => {
      const manifest = { ...soundManifest(anyRemote(random), now), sequence, version: `1.${index}.0` };
      const signers = drawSigners(random, team, root.roles.release);
      const envelope = await signDamaged(making, manifestFormat, manifest, signers);
      return { share: shares[index], path: `releases/${index}/`, manifest: envelope };
    }),
  );
  const issued = random.pick([0, 0, 0, 0, -1, 1, 2]);
  const live = {
    remote: anyRemote(random),
    version,
    root: root.version,
    issuedAt: toInstant(now, issued),
    expiresAt: toInstant(now, issued + random.pick([0, 1, 7, 7, 13, 14, 14, 14])),
    releases: signed,
  };
  const written = { ...live, ...(random.chance(0.04) ? { expiresAt: toInstant(now, 15.000_02) } : {}) };
  const envelope = await signDamaged(making, liveFormat, written, drawSigners(random, team, root.roles.live));
  const ids = await Promise.all(signed.map(async ({ manifest }) => idOf(manifest.payload)));
  const anyId = random.pick(['e'.repeat(64), ...ids]);
  const seen = drawSeen(random, toSeen(root, { version }), anyId);
  const blocked = random.chance(0.2) ? drawBlocked(random, anyId) : [];
  return {
    root,
    seen,
    ...(random.chance(0.5) ? { blocklist: { version: 1, expiresAt: toInstant(now, 1), blocked } } : {}),
    envelope: writeDamaged(making, liveFormat, envelope),
    now: now + random.pick([0, 0, 0, 0, 0, 0, -1, 1, -86_400_000, 86_400_000 - 1, 86_400_000]),
  };
}

function anyRemote(random: Random): string {
  return random.chance(0.02) ? 'remote-near' : remote;
}

function drawSeen(random: Random, sound: Seen, id: string): Seen {
  if (random.chance(0.5)) return nothingSeen;
  return {
    root: Math.max(0, sound.root + random.pick([0, 0, 0, 0, 0, 0, -1, 1])),
    live: sound.live + random.pick([0, 0, 0, -1, 1]),
    liveKeyids: random.chance(0.9) ? sound.liveKeyids : sound.liveKeyids.slice(1),
    floor: random.pick([0, 0, 2, 3, 4]),
    revoked: random.chance(0.1) ? [id] : [],
  };
}

function drawBlocked(random: Random, manifest: string): readonly Blocked[] {
  const common = { remote: anyRemote(random), reason: 'It sends twice' };
  return [
    random.pick<Blocked>([
      { ...common, manifest },
      { ...common, version: '1.0.0' },
      { ...common, version: '1.1.0' },
    ]),
  ];
}

async function idOf(payload: Bytes): Promise<string> {
  return Buffer.from(await crypto.subtle.digest('SHA-256', payload)).toString('hex');
}
