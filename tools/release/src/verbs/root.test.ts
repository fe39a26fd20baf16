import { readFile } from 'node:fs/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readRoot } from '../documents/root.ts';
import { openInFront, startS3Front } from '../testing/start-s3-front.ts';
import { createTeam, type Team } from '../testing/team.ts';

const key = (role: string, name: string) => `--${role} .config/linkspan/keys/${name}.pub.json`;

describe('release root', () => {
  it('refuses a root that too few have signed, until the others sign', async () => {
    const { refused, done, store, remote, by, keyids } = await createTeam();
    const first = await readRoot(store, remote);
    expect(first).toMatchObject({ version: 1, floor: 0, roles: { live: { keyids: [keyids.ci] } } });
    const { file } = await done<{ file: string }>(`root change ${remote} --floor 5 ${by('ann')}`);
    expect(await refused(`root publish ${file}`)).toContain('1 of the 2 signatures');
    await done(`sign ${file} ${by('bob')}`);
    await done(`root publish ${file}`);
    expect(await readRoot(store, remote)).toEqual({ ...first, version: 2, floor: 5 });
    expect(await refused(`root change ${remote} --floor 4`)).toContain('command/floor');
  });

  it('goes to other keys by signatures of both, tells whose are missing, and what comes next', async () => {
    const { run, refused, done, store, remote, by, keyids } = await createTeam();
    const { keyid } = await done<{ keyid: string }>('keys make cem --kind person');
    const line = `root change ${remote} ${key('root', 'ann')} ${key('root', 'cem')}`;
    const { said } = await run(`${line} --out half.json ${by('ann', 'cem')}`);
    expect(said).toContain('Signatures: 2 of 2 by its own keys, 1 of 2 by those of the root before it.');
    expect(said).toContain('Next: linkspan sign half.json, then linkspan root publish half.json');
    expect(await refused('root publish half.json')).toContain('release/root-unsigned');
    await done(`sign half.json ${by('bob')}`);
    await done('root publish half.json');
    const { roles } = await readRoot(store, remote);
    expect([roles.root.keyids, roles.live.keyids]).toEqual([[keyids.ann, keyid], [keyids.ci]]);
  });

  it('changes keys, floor and releases in one root, so that people sign once', async () => {
    const { run, done, store, remote, by, publish } = await createTeam();
    await publish('1.0.0', 1);
    await publish('1.1.0', 2);
    const roles = `${key('release', 'ann')} ${key('release', 'bob')}`;
    const line = `root change ${remote} --floor 1 --revoke 1.0.0 --revoke 1.1.0 ${roles}`;
    expect((await run(`${line} ${by('ann', 'bob')}`)).said).toContain('Next: linkspan root publish ');
    await done(`root publish .linkspan/roots/${remote}-2.json`);
    const root = await readRoot(store, remote);
    expect(root).toMatchObject({ version: 2, floor: 1, revoked: { length: 2 } });
    expect(root.roles.release).toMatchObject({ threshold: 2, persons: 1, keyids: { length: 2 } });
  });

  it('loses no draft that others may have signed', async () => {
    const { refused, done, remote, by } = await createTeam();
    const { file } = await done<{ file: string }>(`root change ${remote} --floor 5 ${by('ann')}`);
    const before = await readFile(file);
    expect(await refused(`root change ${remote} --floor 6`)).toContain('command/draft-exists');
    expect(await readFile(file)).toEqual(before);
  });

  it('asks a store first whether it keeps its conditions, with the first root', async () => {
    const front = await startS3Front('ignored');
    onTestFinished(front.close);
    const { refused } = await createTeam({ store: await openInFront(front), isRooted: false });
    expect(await refused('root publish .linkspan/roots/remote-evm-1.json')).toContain('store/unconditional');
    expect([...front.objects.keys()]).toEqual([]);
  });
});

describe('a bad root in the store', () => {
  const first = async ({ store }: Team) => (await store.read('remote-evm/root/1.json'))?.bytes as Uint8Array;

  it.each([
    ['is no document', 2, async () => new TextEncoder().encode('no document')],
    ['is a copy of the first, after a good one', 3, first],
    ['is empty, after a good one', 3, async () => new Uint8Array()],
  ])('that %s stops no verb, and is told', async (_, version, toBytes) => {
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
    for (const line of ['promote remote-evm 1.1.0', 'refresh remote-evm', 'rollback remote-evm'])
      await done(`${line} ${by('ci')}`);
    const told = `Pages refuse ${path} and keep root ${version - 1}.`;
    expect(await done('status')).toMatchObject({
      remotes: [{ state: 'live' }],
      warnings: [{ code: 'warning/refused', sentence: expect.stringContaining(told) }],
    });
  });
});
