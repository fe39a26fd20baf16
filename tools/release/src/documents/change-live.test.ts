import { join } from 'node:path';
import { liveFormat, parsePayload, readEnvelope } from '@linkspan/trust';
import { createPayload, signEnvelope, toEnvelopeBytes } from '@linkspan/trust/sign';
import { describe, expect, it } from 'vitest';
import { readKeyFile } from '../keys/key-files.ts';
import { type Store, toTag } from '../store/store.ts';
import { createTeam } from '../testing/team.ts';
import { readStoredLive } from './live.ts';
import { historyPath, livePath } from './paths.ts';

const path = livePath('remote-evm');

/** A team with 1.1.0 live after 1.0.0, and somebody who can write its store and has none of its keys. */
async function createRobbed() {
  const team = await createTeam();
  await team.publish('1.0.0', 1);
  await team.publish('1.1.0', 2);
  for (const version of ['1.0.0', '1.1.0']) await team.done(`promote remote-evm ${version} ${team.by('ci')}`);
  return {
    ...team,
    previous: await read(team.store, historyPath('remote-evm', 1)),
    async put(bytes: Uint8Array) {
      const there = await team.store.read(path);
      if (there === undefined) throw new Error('Nothing is live');
      await team.store.replaceIfUnchanged(path, bytes, there.tag);
    },
  };
}

async function read(store: Store, file: string): Promise<Uint8Array<ArrayBuffer>> {
  const found = await store.read(file);
  if (found === undefined) throw new Error(`There is no ${file}`);
  return new Uint8Array(found.bytes);
}

/** What a document says, under the highest version, signed by nobody. */
function forge(bytes: Uint8Array): Uint8Array {
  const live = parsePayload(liveFormat, readEnvelope(liveFormat, bytes, '').payload, '');
  return toEnvelopeBytes({ ...createPayload(liveFormat, { ...live, version: 9 }), signatures: [] });
}

describe('what somebody else wrote as live', { timeout: 60_000 }, () => {
  it.each([
    ['a forged document', forge],
    ['an old document of the team, put back', (previous: Uint8Array) => previous],
  ])('is not signed by a refresh, nor carried on beside another release: %s', async (_, toBytes) => {
    const { refused, done, by, previous, put, store } = await createRobbed();
    await done(`withdraw remote-evm ${by('ci')}`);
    await put(toBytes(previous));
    const before = await read(store, path);
    for (const line of ['refresh remote-evm', 'refresh --all', 'promote remote-evm 1.1.0 --share 10'])
      expect(await refused(`${line} ${by('ci')}`), line).toContain('command/live-strange');
    expect(await read(store, path)).toEqual(before);
  });

  it('gives way to what a person names, under a version that no page has seen', async () => {
    const { done, by, previous, put } = await createRobbed();
    await done(`withdraw remote-evm ${by('ci')}`);
    await put(previous);
    expect(await done(`promote remote-evm 1.1.0 ${by('ci')}`)).toMatchObject({
      version: 4,
      releases: [{ version: '1.1.0', share: 100 }],
    });
    expect(await done(`refresh remote-evm ${by('ci')}`)).toMatchObject({ remotes: [{ version: 5 }] });
  });

  it('is told from what another of the team has written meanwhile', async () => {
    const { refused, by, done, previous, store } = await createRobbed();
    await done(`withdraw remote-evm ${by('ci')}`);
    let reads = 0;
    const openStore = async (): Promise<Store> => ({
      ...store,
      async read(file) {
        reads += file === path ? 1 : 0;
        return file === path && reads === 1 ? { bytes: previous, tag: toTag('stale') } : store.read(file);
      },
    });
    const complaint = await refused(`promote remote-evm 1.1.0 --share 10 ${by('ci')}`, { openStore });
    expect(complaint).toContain('Live now: nothing, it is withdrawn (version 3)');
    expect(complaint).toContain('command/lost-race');
  });
});

const last = 2 ** 31 - 1;

/** A team whose online key was stolen: the thief has put a document of the last version there is into the store. */
async function createCountedUp() {
  const team = await createTeam();
  await team.publish('1.0.0', 1);
  await team.publish('1.1.0', 2);
  await team.done(`promote remote-evm 1.0.0 ${team.by('ci')}`);
  const now = await readStoredLive(team.store, team.remote);
  if (now === undefined) throw new Error('Nothing is live');
  const stolen = await readKeyFile(join(team.folder, '.config/linkspan/keys/ci.key.json'), {});
  const payload = createPayload(liveFormat, { ...now.live, version: last });
  const bytes = toEnvelopeBytes(await signEnvelope(payload, [stolen]));
  const path = livePath(team.remote);
  await team.store.replaceIfUnchanged(path, bytes, now.tag);
  return team;
}

it('goes on from the team’s own versions once a stolen key is replaced, however far the thief has counted', async () => {
  const { done, by } = await createCountedUp();
  await done('keys make ci-2 --kind online');
  await done(`root change remote-evm --live .config/linkspan/keys/ci-2.pub.json ${by('ann', 'bob')}`);
  await done('root publish .linkspan/roots/remote-evm-2.json');
  const promote = (version: string) =>
    done<{ version: number }>(`promote remote-evm ${version} ${by('ci-2')}`);
  // The last one that the team itself has signed was the first, and is lost.
  expect((await promote('1.1.0')).version).toBe(1);
  expect((await promote('1.0.0')).version).toBe(2);
  expect((await promote('1.1.0')).version).toBe(3);
});

it('does not go back below what pages have seen while the key is still the same', async () => {
  const { refused, by } = await createCountedUp();
  expect(await refused(`promote remote-evm 1.1.0 ${by('ci')}`)).toContain('release/malformed');
});

it('tells who loses against another promotion what is live, and writes nothing', async () => {
  const { publish, done, refused, by, store } = await createTeam();
  await publish('1.0.0', 1);
  await publish('1.1.0', 2);
  await done(`promote remote-evm 1.0.0 ${by('ci')}`);
  const stale = await store.read(path);
  await done(`promote remote-evm 1.1.0 --share 10 ${by('ci')}`);
  const won = await read(store, path);
  const openStore = async (): Promise<Store> => ({
    ...store,
    read: async (file) => (file === path ? stale : store.read(file)),
  });
  const complaint = await refused(`promote remote-evm 1.1.0 --share 20 ${by('ci')}`, { openStore });
  expect(complaint).toContain('Live now: 1.0.0 for 90 %, 1.1.0 for 10 % (version 2)');
  expect(complaint).toContain('command/lost-race');
  expect(await read(store, path)).toEqual(won);
});
