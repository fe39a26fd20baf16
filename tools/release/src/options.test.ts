import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTeam } from './testing/team.ts';

describe('the root that is trusted', () => {
  it('is the team’s own first one: a store with another is refused, for every verb that reads it', async () => {
    const { run, store, release, by, remote } = await createTeam();
    const folder = await release('1.0.0', 1);
    const stranger = await createTeam();
    const bytes = await readFile(join(stranger.folder, `.linkspan/roots/${remote}-1.json`));
    await store.remove(`${remote}/root/1.json`);
    await store.createIfAbsent(`${remote}/root/1.json`, bytes);
    const lines = [
      `publish ${folder} --unchecked`,
      `promote ${remote} 1.0.0 ${by('ci')}`,
      `withdraw ${remote} ${by('ci')}`,
      `rollback ${remote} ${by('ci')}`,
      `root change ${remote} --floor 5`,
    ];
    for (const line of lines) expect((await run(line)).complaint).toContain('release/root-unsigned');
  });

  it('is the newest of the team’s own that the store has: the keys before it make no other', async () => {
    const { folder, run, done, store, by, publish, remote } = await createTeam();
    await publish('1.0.0', 1);
    await done('keys make cem --kind person');
    const roles = '--root .config/linkspan/keys/bob.pub.json --root .config/linkspan/keys/cem.pub.json';
    const line = `root change ${remote} ${roles} ${by('ann', 'bob', 'cem')}`;
    const { file } = await done<{ file: string }>(line);
    const live = `promote ${remote} 1.0.0 ${by('ci')}`;
    // Signed, and not published yet.
    expect(await run(live)).toMatchObject({ exitCode: 0 });
    await done(`root publish ${file}`);
    expect(await run(live)).toMatchObject({ exitCode: 0 });
    const forged = join(folder, 'forged.json');
    await rename(join(folder, `.linkspan/roots/${remote}-2.json`), join(folder, 'two.json'));
    await store.remove(`${remote}/root/2.json`);
    await done(`root change ${remote} --floor 1 --out ${forged} ${by('ann', 'bob')}`);
    await store.createIfAbsent(`${remote}/root/2.json`, await readFile(forged));
    expect(await run(live)).toMatchObject({ exitCode: 0 });
    await rename(join(folder, 'two.json'), join(folder, `.linkspan/roots/${remote}-2.json`));
    expect((await run(live)).complaint).toContain('release/root-unsigned');
  });

  it('is one that is named, in place of the team’s own', async () => {
    const { run, done, store, release, remote } = await createTeam();
    const folder = await release('1.0.0', 1);
    const stranger = await createTeam();
    const theirs = join(stranger.folder, `.linkspan/roots/${remote}-1.json`);
    expect((await run(`publish ${folder} --trusted-root ${theirs} --unchecked`)).complaint).toContain(
      'release/root-unsigned',
    );
    expect(await store.list(`${remote}/releases/`)).toEqual([]);
    const ours = `.linkspan/roots/${remote}-1.json`;
    expect(await done(`publish ${folder} --trusted-root ${ours} --unchecked`)).toMatchObject({
      isWritten: true,
    });
  });

  it('is newer than all that the store has: what is older is refused', async () => {
    const { run, done, store, release, remote, by } = await createTeam();
    const folder = await release('1.0.0', 1);
    const { file } = await done<{ file: string }>(`root change ${remote} --floor 1 ${by('ann', 'bob')}`);
    expect((await run(`publish ${folder} --trusted-root ${file} --unchecked`)).complaint).toContain(
      'release/older',
    );
    await done(`root publish ${file}`);
    expect(await done(`publish ${folder} --trusted-root ${file} --unchecked`)).toMatchObject({
      isWritten: true,
    });
    expect(await store.read(`${remote}/root/2.json`)).toBeDefined();
  });

  it('is the store’s own if there is no other, which is said', async () => {
    const { folder, run, release, remote } = await createTeam();
    const built = await release('1.0.0', 1);
    await rm(join(folder, `.linkspan/roots/${remote}-1.json`));
    expect((await run(`publish ${built} --unchecked`)).said).toContain(
      'The root of remote-evm was taken as the store has it',
    );
  });
});
