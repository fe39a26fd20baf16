import { LinkspanError } from '@linkspan/contract';
import { type LiveRelease, type Root, refusalOf, type Seen } from '@linkspan/trust';
import { soundManifest, toInstant } from '@linkspan/trust/testing';
import { type LoadedLive, toChecked } from '../releases/release-status.ts';
import type { Releases } from '../releases/releases.ts';

/** One remote's releases without a server, with a switch for each fault. */
export interface FakeReleases extends Releases {
  /** How often the document was requested. */
  asked: number;
  /** How often newer roots alone were requested. */
  askedForRoots: number;
  /** The root that refuses a release without a live document. */
  refusing: Told;
  /** Whether the server has a newer root than this browser, until it is asked for. */
  hasNewerRoot: boolean;
  /** The live document with its policy, or an error; a function answers later. */
  answer: LoadedLive | LinkspanError | (() => Promise<LoadedLive>);
}

/** Changes of a document: the versions of the releases, newest first, and the policy. */
export interface Told {
  readonly version?: number;
  /** ISO 8601. */
  readonly expiresAt?: string;
  /** The first of these is what the visitor gets. */
  readonly live?: readonly string[];
  /** Of each of these, in whole percent; by default 100. */
  readonly share?: number;
  readonly floor?: number;
  readonly revoked?: readonly string[];
  /** Versions that the host team blocks. */
  readonly blocked?: readonly string[];
}

/** The time of the tests, in milliseconds since 1970. */
export const testNow = Date.parse('2026-11-20T12:00:00Z');

/** A release of the first family's remote: `id-1.2.3` of sequence 23. Patches are below 10. */
export function toLiveRelease(version: string, share = 100): LiveRelease {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  const sequence = (major - 1) * 100 + minor * 10 + patch;
  const manifest = { ...soundManifest('remote-evm', testNow), version, sequence };
  return { id: `id-${version}`, share, path: `releases/${version}/`, manifest };
}

/** The verified form of a document with these changes. */
export function loadLive(document: Told = {}): LoadedLive {
  const { version = 1, expiresAt = toInstant(testNow, 7), live = ['1.2.3'], share } = document;
  const blocked = (document.blocked ?? []).map((one) => ({
    remote: 'remote-evm',
    version: one,
    reason: 'faulty',
  }));
  const policy = {
    root: { ...root, floor: document.floor ?? 1, revoked: document.revoked ?? [] },
    seen,
    blocklist: { version: 1, blocked },
  };
  const all = live
    .map((one) => toLiveRelease(one, share))
    .map((one) => ({ ...one, refusal: refusalOf(one, policy) }));
  return {
    live: {
      remote: 'remote-evm',
      version,
      root: 1,
      issuedAt: toInstant(testNow),
      expiresAt,
      releases: all.filter(({ refusal }) => refusal === undefined),
      refused: all.flatMap(({ refusal, ...one }) => (refusal ? [{ ...one, refusal }] : [])),
    },
    policy,
    from: 'server',
  };
}

export function createFakeReleases(): FakeReleases {
  const releases: FakeReleases = {
    asked: 0,
    askedForRoots: 0,
    refusing: {},
    hasNewerRoot: false,
    answer: loadLive(),
    async fresh() {
      releases.asked += 1;
      const { answer } = releases;
      if (answer instanceof LinkspanError) throw answer;
      return typeof answer === 'function' ? answer() : answer;
    },
    check: async (release) => toChecked(release, await releases.fresh(0), releases),
    async renewRoot() {
      releases.askedForRoots += 1;
      const isNewer = releases.hasNewerRoot;
      releases.hasNewerRoot = false;
      return isNewer;
    },
    refusalByRoots: (release) => refusalOf(release, loadLive(releases.refusing).policy),
    isCompatible: () => true,
    copy: async () => undefined,
    deployed: async () => undefined,
    choose({
      live: {
        releases: [first],
        refused,
        remote,
      },
    }) {
      if (first !== undefined) return first;
      throw refused[0]?.refusal ?? new LinkspanError('release/withdrawn', { remote });
    },
  };
  return releases;
}

const role = { keyids: ['0'], threshold: 1 } as const;
const root: Root = {
  remote: 'remote-evm',
  version: 1,
  expiresAt: toInstant(testNow, 365),
  keys: {},
  roles: { root: role, release: { ...role, persons: 1 }, live: role },
  floor: 1,
  revoked: [],
};
const seen: Seen = { root: 1, live: 1, liveKeyids: [], floor: 1, revoked: [] };
