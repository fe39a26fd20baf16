import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Manifest, UnsignedManifest } from '@linkspan/trust';
import { compareVersions } from '@linkspan/trust/sign';
import { readBuilt } from '../build/describe-release.ts';
import { listUnfinished } from '../documents/claim-sequence.ts';
import { listManifests } from '../documents/published.ts';
import { readRoot } from '../documents/root.ts';
import type { Store } from '../store/store.ts';
import { toInstant } from '../time.ts';
import { keyFile } from './prepare-store.ts';
import type { Run } from './run.ts';

/** A remote of the practice store. */
export interface PracticeRemote {
  /** The folder whose `.linkspan` has the practice store. */
  readonly folder: string;
  readonly remote: string;
  /** The folder of the remote, built. */
  readonly from: string;
  readonly store: Store;
  readonly run: Run;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** A build that is to become a live release. */
export interface Delivery {
  readonly remote: string;
  /** The folder of the remote, built. */
  readonly from: string;
  readonly version: string;
  readonly sequence: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** Publishes a build verb by verb, and returns their names. It is not live yet. Rejects with `Refused`. */
export async function publish(run: Run, delivery: Delivery): Promise<readonly string[]> {
  const { remote, from, version, sequence, now } = delivery;
  const numbers = ['--version', version, '--sequence', `${sequence}`];
  const line = ['build', remote, '--built', '--from', from, ...numbers, ...(await readOrigin(from, now))];
  const { folder } = await run<{ folder: string }>(...line, '--json');
  await run('check', folder, '--static');
  await run('sign', folder, '--key', keyFile('person'));
  await run('publish', folder);
  return ['build', 'check', 'sign', 'publish'];
}

/** Makes a published release live for a share of the visitors, in whole percent. Rejects with `Refused`. */
export async function promote(run: Run, remote: string, version: string, share = 100): Promise<void> {
  await run('promote', remote, version, '--share', `${share}`, '--key', keyFile('machine'));
}

/** Publishes a build and makes it live for all, and returns the names of the verbs. Rejects with `Refused`. */
export async function deliver(run: Run, delivery: Delivery): Promise<readonly string[]> {
  const verbs = await publish(run, delivery);
  await promote(run, delivery.remote, delivery.version);
  return [...verbs, 'promote'];
}

const run = promisify(execFile);

/**
 * The options of `build` that say where a practice release is from: what git says, with changes that no commit has
 * allowed; if there is no git, no commit and this instant.
 */
export async function readOrigin(folder: string, now: number): Promise<readonly string[]> {
  const hasCommit = await run('git', ['rev-parse', '--verify', 'HEAD'], { cwd: folder }).then(
    () => true,
    () => false,
  );
  return hasCommit ? ['--dirty'] : ['--commit', '0'.repeat(40), '--built-at', toInstant(now), '--dirty'];
}

/**
 * Makes a build live that is no step of its remote, but a variant of one, such as `0.1.1-faulty.7`: below the next
 * version, above all others. Where it was published before, it is only made live. Returns its version. Rejects with
 * `Refused`, and with what reading the build and the store rejects with.
 */
export async function deliverVariant(label: string, practiceRemote: PracticeRemote): Promise<string> {
  const { remote, from, store, run } = practiceRemote;
  const { manifest: built } = await readBuilt(join(from, 'dist'), remote);
  const published = await listManifests(store, remote);
  const twin = published.find((one) => one.version.includes(`-${label}.`) && isSameBuild(one, built));
  const version = twin?.version ?? (await publishAs(label, practiceRemote, { ...built, published }));
  await promote(run, remote, version);
  return version;
}

type Known = { readonly version: string; readonly published: Awaited<ReturnType<typeof listManifests>> };

async function publishAs(label: string, practiceRemote: PracticeRemote, known: Known): Promise<string> {
  const { remote, from, store, run, now } = practiceRemote;
  const taken = [...known.published, ...(await listUnfinished(store, remote, known.published))];
  const { floor } = await readRoot(store, remote);
  const next = toNextNumbers({ packageVersion: known.version, floor, published: taken });
  const version = `${next.version}-${label}.${next.sequence}`;
  await publish(run, { remote, from, version, sequence: next.sequence, now });
  return version;
}

/** What a release is called, for people and for the rules. */
export type Numbers = Pick<Manifest, 'version' | 'sequence'>;

/** What the next release is called: the package's version where that is higher than all published, else a patch. */
export function toNextNumbers(options: {
  readonly packageVersion: string;
  /** The root's. */
  readonly floor: number;
  readonly published: readonly Numbers[];
}): Numbers {
  const { packageVersion, floor, published } = options;
  const [highest] = published.map(({ version }) => version).sort((one, other) => compareVersions(other, one));
  const isHigher = highest === undefined || compareVersions(packageVersion, highest) > 0;
  return {
    version: isHigher ? packageVersion : raisePatch(highest),
    sequence: Math.max(floor, 1, ...published.map((one) => one.sequence + 1)),
  };
}

/** `1.2.3` becomes `1.2.4`; `1.2.3-rc.1` becomes `1.2.3`, which is above it. */
function raisePatch(version: string): string {
  const [core = '', preRelease] = version.split(/-(.*)/);
  const [major, minor, patch] = core.split('.');
  return preRelease === undefined ? `${major}.${minor}.${Number(patch) + 1}` : core;
}

/** What a release is, whatever it is called and whoever signed it. */
export type Build = Omit<UnsignedManifest, 'remote' | 'version'>;

/** Whether two releases are the same but for their names. */
export function isSameBuild(one: Build, other: Build): boolean {
  return toText(one) === toText(other);
}

function toText({ contract, shared, discovery, entry, preload, files }: Build): string {
  const listed = files.map(({ path, integrity }) => `${path} ${integrity}`).sort();
  return JSON.stringify([
    contract,
    Object.entries(shared).sort(),
    discovery,
    entry,
    [...preload].sort(),
    listed,
  ]);
}
