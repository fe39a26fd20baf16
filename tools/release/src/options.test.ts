import { readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTeam } from './testing/team.ts';

describe('the root that is trusted', () => {
  it('is the team’s own first one, or one that is named: a store with another is refused by every verb', async () => {
    const { refused, done, store, release, by, remote } = await createTeam();
    const folder = await release('1.0.0', 1);
    const stranger = await createTeam();
    const [ours, theirs] = ['', stranger.folder].map((at) => join(at, `.linkspan/roots/${remote}-1.json`));
    const line = `publish ${folder} --unchecked`;
    expect(await refused(`${line} --trusted-root ${theirs}`)).toContain('release/root-unsigned');
    await done(`${line} --trusted-root ${ours}`);
    await store.remove(`${remote}/root/1.json`);
    await store.createIfAbsent(`${remote}/root/1.json`, await readFile(`${theirs}`));
    const verbs = [`promote ${remote} 1.0.0`, `withdraw ${remote}`, `rollback ${remote}`];
    for (const one of [
      line,
      `root change ${remote} --floor 5`,
      ...verbs.map((verb) => `${verb} ${by('ci')}`),
    ])
      expect(await refused(one), one).toContain('release/root-unsigned');
  });

  it('is the newest of the team’s own that the store has: the keys before it make no other', async () => {
    const { folder, refused, done, store, by, publish, remote } = await createTeam();
    await publish('1.0.0', 1);
    await done('keys make cem --kind person');
    const roles = '--root .config/linkspan/keys/bob.pub.json --root .config/linkspan/keys/cem.pub.json';
    const line = `root change ${remote} ${roles} ${by('ann', 'bob', 'cem')}`;
    const { file } = await done<{ file: string }>(line);
    const live = `promote ${remote} 1.0.0 ${by('ci')}`;
    // Signed, and not published yet.
    await done(live);
    await done(`root publish ${file}`);
    await done(live);
    const own = join(folder, `.linkspan/roots/${remote}-2.json`);
    await rename(own, join(folder, 'two.json'));
    await store.remove(`${remote}/root/2.json`);
    await done(`root change ${remote} --floor 1 --out forged.json ${by('ann', 'bob')}`);
    await store.createIfAbsent(`${remote}/root/2.json`, await readFile(join(folder, 'forged.json')));
    await done(live);
    await rename(join(folder, 'two.json'), own);
    expect(await refused(live)).toContain('release/root-unsigned');
  });

  it('may be newer than all that the store has, which refuses what is older', async () => {
    const { refused, done, release, remote, by } = await createTeam();
    const line = `publish ${await release('1.0.0', 1)} --unchecked --trusted-root`;
    const { file } = await done<{ file: string }>(`root change ${remote} --floor 1 ${by('ann', 'bob')}`);
    expect(await refused(`${line} ${file}`)).toContain('release/older');
    await done(`root publish ${file}`);
    expect(await done(`${line} ${file}`)).toMatchObject({ isWritten: true });
  });

  it('is the store’s own if there is no other, which is said', async () => {
    const { folder, run, release, remote } = await createTeam();
    const built = await release('1.0.0', 1);
    await rm(join(folder, `.linkspan/roots/${remote}-1.json`));
    const { said } = await run(`publish ${built} --unchecked`);
    expect(said).toContain('The root of remote-evm was taken as the store has it');
  });
});
