import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failingAt } from '../testing/failing-at.ts';
import { createTeam } from '../testing/team.ts';

describe('release publish', () => {
  it('puts every file and the manifest into the store', async () => {
    const { done, store, release } = await createTeam();
    await done(`publish ${await release('1.0.0', 1)}`);
    const paths = (await store.list('remote-evm/releases/')).map(({ path }) => path.split('/').at(-1));
    expect(paths).toEqual(['chunk.js', 'discovery.js', 'manifest.json', 'remoteEntry.js']);
  });

  it('finishes when it is run again after a failure at any write, and what is live stays as it was', async () => {
    const { done, run, store, release, publish, by, remote } = await createTeam();
    await publish('1.0.0', 1);
    await done(`promote ${remote} 1.0.0 ${by('ci')}`);
    const live = await store.read(`${remote}/live.json`);
    const folder = await release('1.1.0', 2);
    for (const write of [1, 2, 3, 4]) {
      const openStore = async () => failingAt(store, write);
      await expect(run(`publish ${folder}`, { openStore })).rejects.toThrow('ended here');
      expect(await store.read(`${remote}/releases/1.1.0/manifest.json`)).toBeUndefined();
      expect(await store.read(`${remote}/live.json`)).toEqual(live);
    }
    expect(await done(`publish ${folder}`)).toMatchObject({ isWritten: true });
    expect(await store.read(`${remote}/live.json`)).toEqual(live);
    expect(await done(`publish ${folder}`)).toMatchObject({ isWritten: false });
  });

  it('lets one of twenty win that publish other content under one version at once', async () => {
    const { folder, done, run, store, writeBuilt, by } = await createTeam();
    const folders: string[] = [];
    for (let index = 0; index < 20; index += 1) {
      const files = { 'discovery.js': '', 'remoteEntry.js': '', [`chunk-${index}.js`]: '' };
      folders.push(`release-${index}`);
      await done(`${await writeBuilt('1.0.0', 1, files)} --out release-${index}`);
      await done(`sign release-${index} ${by('ann', 'bob')}`);
    }
    const ends = await Promise.all(folders.map((one) => run(`publish ${one}`)));
    const won = ends.findIndex(({ exitCode }) => exitCode === 0);
    const lost = ends.filter((_, index) => index !== won);
    for (const { complaint } of lost)
      expect(complaint).toMatch(/command\/(sequence-taken|published-differently)/);
    const there = await store.read('remote-evm/releases/1.0.0/manifest.json');
    expect(there && Buffer.from(there.bytes)).toEqual(
      await readFile(join(folder, `release-${won}`, 'manifest.json')),
    );
  }, 30_000);

  it('refuses too few signatures', async () => {
    const { done, run, writeBuilt, by } = await createTeam();
    const { folder } = await done<{ folder: string }>(await writeBuilt('1.0.0', 1));
    await done(`sign ${folder} ${by('ci')}`);
    const { exitCode, complaint } = await run(`publish ${folder}`);
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('release/unsigned')]);
  });

  it('refuses signatures of machines alone, where the root asks for a person', async () => {
    const { done, run, writeBuilt, remote, by } = await createTeam();
    await done('keys make mill --kind online');
    const named = ['ann', 'ci', 'mill'].map((name) => `--release .linkspan/keys/${name}.pub.json`).join(' ');
    const root = await done<{ file: string }>(`root rotate ${remote} ${named} ${by('ann', 'bob')}`);
    await done(`root publish ${root.file}`);
    const { folder } = await done<{ folder: string }>(await writeBuilt('1.0.0', 1));
    await done(`sign ${folder} ${by('ci', 'mill')}`);
    const { exitCode, complaint } = await run(`publish ${folder}`);
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('release/wrong-signer')]);
    expect(complaint).toContain('0 of the 1 signatures by people');
  });

  it.each([
    ['a sequence', '1.2.0', 2],
    ['a version', '1.0.9', 3],
  ])('refuses %s that does not rise', async (_, version, sequence) => {
    const { run, release, publish } = await createTeam();
    await publish('1.1.0', 2);
    expect((await run(`publish ${await release(version, sequence)}`)).complaint).toContain('release/older');
  });

  it('refuses other content under a version that is published, whole or in part', async () => {
    const { run, release, publish, store, remote } = await createTeam();
    await publish('1.0.0', 1);
    const before = await store.list(remote);
    const files = { 'discovery.js': '', 'remoteEntry.js': '' };
    const folder = await release('1.0.0', 2, files);
    expect((await run(`publish ${folder}`)).complaint).toContain('command/published-differently');
    expect(await store.list(remote)).toEqual(before);
    await store.remove(`${remote}/releases/1.0.0/manifest.json`);
    expect((await run(`publish ${folder}`)).complaint).toContain('command/file-differs');
  });

  it('refuses a release below the floor', async () => {
    const { done, run, release, remote, by } = await createTeam();
    await done(`root raise ${remote} --floor 5 ${by('ann', 'bob')}`);
    await done(`root publish .linkspan/roots/${remote}-2.json`);
    expect((await run(`publish ${await release('1.0.0', 4)}`)).complaint).toContain('release/below-floor');
  });

  it('tells which remotes there are where one is misspelt', async () => {
    const { run, by } = await createTeam();
    expect((await run(`withdraw remote-evn ${by('ci')}`)).complaint).toMatch(
      /has no root of remote-evn\. Its remotes: remote-evm\./,
    );
  });

  it('refuses a remote without a root', async () => {
    const { run, release } = await createTeam({ isRooted: false });
    expect((await run(`publish ${await release('1.0.0', 1)}`)).complaint).toContain('command/no-root');
  });

  it('writes nothing on a dry run', async () => {
    const { done, store, release, remote } = await createTeam();
    await done(`publish ${await release('1.0.0', 1)} --dry-run`);
    expect(await store.list(`${remote}/releases/`)).toEqual([]);
  });
});
