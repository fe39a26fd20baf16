import { readFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readRoot } from '../documents/root.ts';
import { openInFront, startS3Front } from '../testing/start-s3-front.ts';
import { createTeam, type Team } from '../testing/team.ts';

describe('release root', () => {
  it('publishes a first root that enough have signed', async () => {
    const { store, remote, keyids } = await createTeam();
    const root = await readRoot(store, remote);
    expect(root).toMatchObject({ version: 1, floor: 0, roles: { root: { threshold: 2 } } });
    expect(root.roles.live.keyids).toEqual([keyids.ci]);
  });

  it('refuses a root that too few have signed, until the others sign', async () => {
    const { run, done, remote, by } = await createTeam();
    const { file } = await done<{ file: string }>(`root change ${remote} --floor 5 ${by('ann')}`);
    const refused = await run(`root publish ${file}`);
    expect([refused.exitCode, refused.complaint]).toEqual([
      1,
      expect.stringContaining('1 of the 2 signatures'),
    ]);
    await done(`sign ${file} ${by('bob')}`);
    expect(await done(`root publish ${file}`)).toMatchObject({ version: 2 });
  });

  it('rotates to other keys by signatures of both', async () => {
    const { run, done, store, remote, by, keyids } = await createTeam();
    const { keyid } = await done<{ keyid: string }>('keys make cem --kind person');
    const roles = '--root .config/linkspan/keys/ann.pub.json --root .config/linkspan/keys/cem.pub.json';
    const { file } = await done<{ file: string }>(`root change ${remote} ${roles} ${by('ann', 'cem')}`);
    expect((await run(`root publish ${file}`)).complaint).toContain('release/root-unsigned');
    await done(`sign ${file} ${by('bob')}`);
    await done(`root publish ${file}`);
    const { version, roles: now } = await readRoot(store, remote);
    expect(version).toBe(2);
    expect(now.root.keyids).toEqual([keyids.ann, keyid]);
    expect(now.live.keyids).toEqual([keyids.ci]);
  });

  it('tells whose signatures are still missing, and what comes next', async () => {
    const { run, done, remote, by } = await createTeam();
    await done('keys make cem --kind person');
    const line = `root change ${remote} --root .config/linkspan/keys/ann.pub.json --root .config/linkspan/keys/cem.pub.json`;
    const half = await run(`${line} --out half.json ${by('ann', 'cem')}`);
    expect(half.said).toContain('Signatures: 2 of 2 by its own keys, 1 of 2 by those of the root before it.');
    expect(half.said).toContain('Next: linkspan sign half.json, then linkspan root publish half.json');
    const whole = await run(`${line} ${by('ann', 'bob', 'cem')}`);
    expect(whole.said).toContain('Next: linkspan root publish .linkspan/roots');
  });

  it('raises the floor and never lowers it', async () => {
    const { run, done, store, remote, by } = await createTeam();
    await done(`root change ${remote} --floor 5 ${by('ann', 'bob')}`);
    await done(`root publish .linkspan/roots/${remote}-2.json`);
    expect(await readRoot(store, remote)).toMatchObject({ floor: 5 });
    expect((await run(`root change ${remote} --floor 4`)).complaint).toContain('command/floor');
  });

  it('changes keys, floor and releases in one root, so that people sign once', async () => {
    const { done, store, remote, by, publish } = await createTeam();
    await publish('1.0.0', 1);
    await publish('1.1.0', 2);
    const names = ['ann', 'bob'].map((name) => `--release .config/linkspan/keys/${name}.pub.json`);
    const words = `--floor 1 --revoke 1.0.0 --revoke 1.1.0 ${names.join(' ')}`;
    await done(`root change ${remote} ${words} ${by('ann', 'bob')}`);
    await done(`root publish .linkspan/roots/${remote}-2.json`);
    const root = await readRoot(store, remote);
    expect(root).toMatchObject({ version: 2, floor: 1, revoked: { length: 2 } });
    expect(root.roles.release.keyids).toHaveLength(2);
  });

  it('loses no draft that others may have signed', async () => {
    const { run, done, remote, by } = await createTeam();
    const { file } = await done<{ file: string }>(`root change ${remote} --floor 5 ${by('ann')}`);
    const before = await readFile(file);
    expect((await run(`root change ${remote} --floor 6`)).complaint).toContain('command/draft-exists');
    expect(await readFile(file)).toEqual(before);
  });

  it('asks a store first whether it keeps its conditions, with the first root', async () => {
    const front = await startS3Front('ignored');
    onTestFinished(front.close);
    const store = await openInFront(front);
    const { run, remote } = await createTeam({ store, isRooted: false });
    const { exitCode, complaint } = await run(`root publish .linkspan/roots/${remote}-1.json`);
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('store/unconditional')]);
    expect([...front.objects.keys()]).toEqual([]);
  });
});

describe('a bad root in the store', () => {
  async function createWithBadRoot(version: number, toBytes: (team: Team) => Promise<Uint8Array>) {
    const team = await createTeam();
    const { by, done, publish, store } = team;
    await publish('1.0.0', 1);
    await publish('1.1.0', 2);
    await done(`promote remote-evm 1.0.0 ${by('ci')}`);
    if (version > 2) {
      await done(`root change remote-evm ${by('ann', 'bob')}`);
      await done('root publish .linkspan/roots/remote-evm-2.json');
    }
    const path = `remote-evm/root/${version}.json`;
    await store.createIfAbsent(path, await toBytes(team));
    return team;
  }
  const first = async ({ store }: Team) => (await store.read('remote-evm/root/1.json'))?.bytes as Uint8Array;

  it.each([
    ['is no document', 2, async () => new TextEncoder().encode('no document')],
    ['is no document, after a good one', 3, async () => new TextEncoder().encode('no document')],
    ['is a copy of the first, after a good one', 3, first],
    ['is empty, after a good one', 3, async () => new Uint8Array()],
  ])('that %s stops no verb, and is told', async (_, version, toBytes) => {
    const { by, done } = await createWithBadRoot(version, toBytes);
    for (const line of [
      `promote remote-evm 1.1.0 ${by('ci')}`,
      `refresh remote-evm ${by('ci')}`,
      `rollback remote-evm ${by('ci')}`,
    ])
      await done(line);
    const { remotes, warnings } = await done<{ remotes: object[]; warnings: { sentence: string }[] }>(
      'status',
    );
    expect(remotes).toMatchObject([
      { state: 'live', refusedRoot: { path: `remote-evm/root/${version}.json`, inForce: version - 1 } },
    ]);
    expect(warnings).toMatchObject([
      { code: 'warning/refused', sentence: expect.stringContaining(`keep root ${version - 1}.`) },
    ]);
  });
});
