import { type Bytes, type Envelope, type Manifest, verifyManifest } from '@linkspan/trust';
import { createKeyPair } from '@linkspan/trust/sign';
import type { Random } from '@linkspan/trust/testing';
import { createRepository, soundManifest, toInstant, toKeys } from '@linkspan/trust/testing';
import { endOfOutage, type Outage } from './outages.ts';
import { dayMs, rates } from './rates.ts';
import { createShares } from './shares.ts';
import { planTeam, type Rotation } from './team-plan.ts';

/** What a remote's store holds from a time on. */
export interface Published {
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The live document. */
  readonly live: Bytes;
  /** The version of the root that it was signed under. */
  readonly root: number;
  /** The releases that it names with a share; none where the remote is withdrawn. */
  readonly versions: readonly string[];
}

/** What one team publishes in thirty days, really signed. */
export interface TeamMonth {
  readonly remote: string;
  /** In its order in time; the first is from before. */
  readonly published: readonly Published[];
  /** The envelopes of the roots by their versions, and since when they are there. */
  readonly roots: ReadonlyMap<number, { readonly at: number; readonly bytes: Bytes }>;
  readonly outages: readonly Outage[];
}

/** Has a team carry its plan out. Where its store is out of reach, it comes through afterwards. */
export async function writeTeamMonth(
  remote: string,
  { random, start, outages }: { random: Random; start: number; outages: readonly Outage[] },
): Promise<TeamMonth> {
  const before = start - 2 * dayMs;
  const team = await createRepository(remote, before);
  let { root, online } = team;
  const roots = new Map([[1, { at: before, bytes: await team.signRoot({ ...root }) }]]);
  const manifests = new Map<number, Envelope>();
  const published: Published[] = [];
  const shares = createShares();

  async function manifestOf(release: number): Promise<Envelope> {
    const known = manifests.get(release);
    const manifest = known ?? (await team.signManifest(toManifest(release)));
    manifests.set(release, manifest);
    return manifest;
  }

  async function publish(at: number): Promise<void> {
    const live = shares.live();
    const releases = live.map(async ({ release, share }) => ({
      share,
      path: `releases/${toVersion(release)}/`,
      manifest: await manifestOf(release),
    }));
    const changes = {
      version: published.length + 1,
      root: root.version,
      issuedAt: toInstant(at),
      expiresAt: toInstant(at + rates.lifeMs),
      releases: await Promise.all(releases),
    };
    const versions = live.map(({ release }) => toVersion(release));
    published.push({ at, live: await team.signLive(changes, [online]), root: root.version, versions });
  }

  async function rotate(act: Rotation, at: number): Promise<void> {
    const revoked =
      act.revokes === undefined ? [] : [(await verifyManifest(root, await manifestOf(act.revokes))).id];
    if (act.replacesKey) online = await createKeyPair('online');
    root = {
      ...root,
      version: root.version + 1,
      expiresAt: toInstant(at, 365),
      keys: toKeys([...team.people, team.machine, online]),
      roles: { ...root.roles, live: { keyids: [online.keyid], threshold: 1 } },
      revoked: [...root.revoked, ...revoked],
    };
    roots.set(root.version, { at, bytes: await team.signRoot({ ...root }) });
  }

  await publish(before);
  for (const act of planTeam(random, start)) {
    const at = Math.max(endOfOutage(outages, act.at), (published.at(-1)?.at ?? 0) + 1_000);
    shares.change(act);
    if (act.do === 'rotate') await rotate(act, at);
    await publish(at);
  }
  return { remote, published, roots, outages };
}

/** As short as a manifest can be: there are many visits. */
function toManifest(release: number): Partial<Manifest> {
  const [file] = soundManifest('', 0).files;
  if (file === undefined) return {};
  const { path } = file;
  const short = { files: [file], discovery: path, entry: path, preload: [], dependencies: [], hosts: [] };
  return { ...short, version: toVersion(release), sequence: release + 1 };
}

function toVersion(release: number): string {
  return `1.${release}.0`;
}
