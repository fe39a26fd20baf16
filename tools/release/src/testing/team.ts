import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { integrityOf } from '../files.ts';
import type { Store } from '../store/store.ts';
import { createPlace, type Place } from './command.ts';

/** A team with its keys in a place: ann and bob are people, ci is a machine that signs live documents. */
export interface Team extends Place {
  readonly remote: string;
  /** The keyids by the names. */
  readonly keyids: Readonly<Record<'ann' | 'bob' | 'ci', string>>;
  /** Options that sign with these keys. */
  by(...names: readonly string[]): string;
  /** Writes what the remote's own build would, and returns the line that makes a release of it. */
  writeBuilt(version: string, sequence: number, files?: Readonly<Record<string, string>>): Promise<string>;
  /** Builds and signs a release by both people; returns its folder. */
  release(version: string, sequence: number, files?: Readonly<Record<string, string>>): Promise<string>;
  /** Does the same and publishes it. */
  publish(version: string, sequence: number, files?: Readonly<Record<string, string>>): Promise<void>;
}

/** What a release has in a test that does not say otherwise. */
export const soundFiles = {
  'chunk.js': 'export const one = 1;',
  'discovery.js': 'export const discover = () => fetch("https://api.example/wallets");',
  'remoteEntry.js': 'export const init = () => 1; export const get = () => import("./chunk.js");',
};

/** A team whose root, which takes two people, is made and signed; `isRooted` says whether it is published too. */
export async function createTeam({
  isRooted = true,
  store,
  remote = 'remote-evm',
  people = ['ann', 'bob'],
  releasers = [...people, 'ci'],
}: {
  readonly isRooted?: boolean;
  readonly store?: Store;
  readonly remote?: string;
  /** Ann and bob among them. */
  readonly people?: readonly string[];
  /** Whose keys sign releases. */
  readonly releasers?: readonly string[];
} = {}): Promise<Team> {
  const place = await createPlace(store && (() => store));
  const { folder, done } = place;
  const make = async (name: string, kind: string) =>
    (await done<{ keyid: string }>(`keys make ${name} --kind ${kind}`)).keyid;
  const made: [string, string][] = [];
  for (const name of people) made.push([name, await make(name, 'person')]);
  const keyids = Object.fromEntries([...made, ['ci', await make('ci', 'online')]]) as Team['keyids'];
  const by: Team['by'] = (...names) =>
    names.map((name) => `--key .config/linkspan/keys/${name}.key.json`).join(' ');
  const named = (role: string, ...names: readonly string[]) =>
    names.map((name) => `--${role} .config/linkspan/keys/${name}.pub.json`).join(' ');
  const roles = `${named('root', ...people)} ${named('release', ...releasers)} ${named('live', 'ci')}`;
  await done(`root make ${remote} ${roles} --root-threshold 2 --release-threshold 2 ${by('ann', 'bob')}`);
  if (isRooted) await done(`root publish .linkspan/roots/${remote}-1.json`);

  const writeBuilt: Team['writeBuilt'] = async (version, sequence, files = soundFiles) => {
    await writeRemote(join(folder, remote), { remote, version, files });
    return `build ${remote} --built --dirty --sequence ${sequence}`;
  };
  const release: Team['release'] = async (version, sequence, files) => {
    const made = await done<{ folder: string }>(await writeBuilt(version, sequence, files));
    await done(`sign ${made.folder} --no-rebuild ${by('ann', 'bob')}`);
    return made.folder;
  };
  return {
    ...place,
    remote,
    keyids,
    by,
    writeBuilt,
    release,
    async publish(version, sequence, files) {
      await done(`publish ${await release(version, sequence, files)} --unchecked`);
    },
  };
}

/** Writes what a remote's own build would write into its folder. */
export async function writeRemote(
  folder: string,
  { remote, version, files }: { remote: string; version: string; files: Readonly<Record<string, string>> },
): Promise<void> {
  const path = `releases/${version}/`;
  await rm(join(folder, 'dist'), { recursive: true, force: true });
  await mkdir(join(folder, 'dist', path), { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: remote, version }));
  for (const [name, content] of Object.entries(files))
    await writeFile(join(folder, 'dist', path, name), content);
  const manifest = {
    remote,
    version,
    contract: '2.0',
    shared: {},
    discovery: 'discovery.js',
    entry: 'remoteEntry.js',
    preload: ['remoteEntry.js'],
    files: Object.entries(files).map(([name, content]) => ({
      path: name,
      bytes: Buffer.byteLength(content),
      integrity: integrityOf(content),
    })),
    dependencies: [],
  };
  await writeFile(join(folder, 'dist/release.json'), JSON.stringify({ remote, release: { path, manifest } }));
}
