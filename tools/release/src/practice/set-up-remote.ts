import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest, Root } from '@linkspan/trust';
import { readBuilt } from '../build/describe-release.ts';
import { listUnfinished } from '../documents/claim-sequence.ts';
import {
  describeLive,
  type LiveReleases,
  manifestOf,
  readStoredLive,
  type StoredLive,
} from '../documents/live.ts';
import { listManifests, readRelease } from '../documents/published.ts';
import { findRoot } from '../documents/root.ts';
import { explainError } from '../errors.ts';
import { rootWarningMs } from '../limits.ts';
import type { Store } from '../store/store.ts';
import {
  type Build,
  deliver,
  isSameBuild,
  type Numbers,
  type PracticeRemote,
  promote,
  toNextNumbers,
} from './deliver.ts';
import { keyFile, publicKeyFile } from './prepare-store.ts';
import type { Run } from './run.ts';

/** The outcome of a remote. */
export interface SetUpResult {
  /** For people: what is live, and by which verbs it became so. */
  readonly line: string;
  /** The version that the next release would have. */
  readonly next: string;
}

/**
 * Makes what a remote's own build wrote its live release, unless it is or was. Rejects with `Refused`, and with what
 * reading the build and the store rejects with.
 */
export async function setUpRemote(practiceRemote: PracticeRemote): Promise<SetUpResult> {
  const { remote, from, store } = practiceRemote;
  const { root, isNew } = await setUpRoot(practiceRemote);
  const { manifest: built } = await readBuilt(join(from, 'dist'), remote);
  const before = await readStoredLive(store, remote);
  const plan = toPlan({
    built,
    published: await listAllowed(store, root),
    live: before?.live.releases.map((one) => manifestOf(one, remote)),
  });
  const verbs = await carryOut(plan, {
    ...practiceRemote,
    before,
    numbers: await readNumbers(built, root, store),
  });
  const live = (await readStoredLive(store, remote))?.live.releases ?? [];
  return {
    line: toLine({ remote, plan, verbs: isNew ? ['root', ...verbs] : verbs, live }),
    next: (await readNumbers(built, root, store)).version,
  };
}

/** Those of the next release: above all that are taken, also where a publishing was cut off. */
async function readNumbers({ version }: { version: string }, root: Root, store: Store): Promise<Numbers> {
  const published = await listManifests(store, root.remote);
  const taken = [...published, ...(await listUnfinished(store, root.remote, published))];
  return toNextNumbers({ packageVersion: version, floor: root.floor, published: taken });
}

/** The root of a remote, made if there is none, and renewed a month before its end. Rejects with `Refused`. */
async function setUpRoot(place: {
  readonly folder: string;
  readonly remote: string;
  readonly store: Store;
  readonly run: Run;
  /** Milliseconds since 1970. */
  readonly now: number;
}): Promise<{ readonly root: Root; readonly isNew: boolean }> {
  const { folder, remote, store, run, now } = place;
  const before = await findRoot(store, remote);
  if (before !== undefined && Date.parse(before.expiresAt) > now + rootWarningMs)
    return { root: before, isNew: false };
  // One that was made and not published is of a setup that was cut off.
  if (before === undefined) await rm(join(folder, '.linkspan/roots', `${remote}-1.json`), { force: true });
  const person = publicKeyFile('person');
  const roles = ['--root', person, '--release', person, '--live', publicKeyFile('machine')];
  const line = before === undefined ? ['make', remote, ...roles] : ['rotate', remote];
  const { file } = await run<{ file: string }>('root', ...line, '--key', keyFile('person'), '--json');
  await run('root', 'publish', file);
  const root = await findRoot(store, remote);
  if (root === undefined) throw new Error(`The root of ${remote} was published and is not there.`);
  return { root, isNew: true };
}

/** What is to be done so that pages get what is built here. */
export type Plan =
  | { readonly kind: 'keep' }
  /** Published before: the source went back to it. */
  | { readonly kind: 'promote'; readonly version: string }
  /** Published, and taken back since: whoever did so is not overruled. */
  | { readonly kind: 'leave'; readonly version: string }
  | { readonly kind: 'release' };

type Released = Build & Pick<Manifest, 'version' | 'sequence'>;

/** The plan for a build. `live` is undefined if nothing has ever been live, and empty if it is withdrawn. */
function toPlan(options: {
  readonly built: Build;
  /** The published ones that may run, by their sequence. */
  readonly published: readonly Released[];
  readonly live: readonly Released[] | undefined;
}): Plan {
  const { built, published, live } = options;
  if (live?.some((one) => isSameBuild(one, built))) return { kind: 'keep' };
  const twin = published.filter((one) => isSameBuild(one, built)).at(-1);
  if (twin === undefined) return { kind: 'release' };
  const isTakenBack = live?.every((one) => one.sequence < twin.sequence) ?? false;
  return { kind: isTakenBack ? 'leave' : 'promote', version: twin.version };
}

/** Carries a plan out, and returns the names of the verbs by which it did. Rejects with `Refused`. */
async function carryOut(
  plan: Plan,
  {
    before,
    numbers,
    ...place
  }: {
    readonly remote: string;
    /** The folder of the remote, built. */
    readonly from: string;
    readonly run: Run;
    /** Milliseconds since 1970. */
    readonly now: number;
    readonly before: StoredLive | undefined;
    /** Those of the next release. */
    readonly numbers: Numbers;
  },
): Promise<readonly string[]> {
  const { run, remote, now } = place;
  if (plan.kind === 'release') return deliver(run, { ...place, ...numbers });
  if (plan.kind === 'promote') {
    await promote(run, remote, plan.version);
    return ['promote'];
  }
  if (before === undefined || !isHalfOver(before, now)) return [];
  await run('refresh', remote, '--key', keyFile('machine'));
  return ['refresh'];
}

function isHalfOver({ live }: StoredLive, now: number): boolean {
  return now > (Date.parse(live.issuedAt) + Date.parse(live.expiresAt)) / 2;
}

/** The published releases of a remote that its root still lets run, by their sequence. */
async function listAllowed(store: Store, root: Root): Promise<readonly Manifest[]> {
  const published = await listManifests(store, root.remote);
  const allowed = await Promise.all(
    published.map(async ({ version, sequence }) => sequence >= root.floor && isSound(store, root, version)),
  );
  return published.filter((_, index) => allowed[index]);
}

/** Whether it is signed by keys of this root, and not revoked. */
async function isSound(store: Store, root: Root, version: string): Promise<boolean> {
  try {
    return !root.revoked.includes((await readRelease(store, root, version)).id);
  } catch (error) {
    if (explainError(error) === undefined) throw error;
    return false;
  }
}

/** One line on a remote: what of it is live, by which verbs it became so, and what was left as it is. */
function toLine(told: {
  readonly remote: string;
  readonly plan: Plan;
  /** Those that were run. */
  readonly verbs: readonly string[];
  readonly live: LiveReleases;
}): string {
  const { remote, plan, verbs, live } = told;
  const by = verbs.length > 0 ? ` (${verbs.join(', ')})` : '';
  const line = `${describe(remote, live)}${by}`;
  if (plan.kind !== 'leave') return line;
  return `${line}; what is built here is ${plan.version}, which is published and was not made live again. To do so: npm run release -- promote ${remote} ${plan.version}`;
}

function describe(remote: string, live: LiveReleases): string {
  const [only, ...more] = live;
  if (only === undefined) return `${remote} is withdrawn`;
  if (more.length > 0) return `${remote} is live: ${describeLive(live, remote)}`;
  return `${remote} ${manifestOf(only, remote).version} is live`;
}
