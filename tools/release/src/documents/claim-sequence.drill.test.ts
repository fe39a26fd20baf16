import { describe, expect, it } from 'vitest';
import type { Store } from '../store/store.ts';
import { failingAt } from '../testing/memory-store.ts';
import { createTeam } from '../testing/team.ts';

describe('the sequence of a release', () => {
  it('belongs to one of twenty that are published at once with different versions', async () => {
    const { done, run, store, writeBuilt, by, remote } = await createTeam();
    const versions = Array.from({ length: 20 }, (_, index) => `1.${index}.0`);
    for (const version of versions) {
      await done(`${await writeBuilt(version, 1)} --out release-${version}`);
      await done(`sign release-${version} ${by('ann', 'bob')}`);
    }
    const ends = await Promise.all(versions.map((version) => run(`publish release-${version}`)));
    expect(ends.filter(({ exitCode }) => exitCode === 0)).toHaveLength(1);
    for (const { complaint } of ends.filter(({ exitCode }) => exitCode === 1))
      expect(complaint).toMatch(/command\/sequence-taken|release\/older/);
    const manifests = (await store.list(`${remote}/releases/`)).filter(({ path }) =>
      path.endsWith('manifest.json'),
    );
    expect(manifests).toHaveLength(1);
  }, 60_000);

  it('is held by a publish that did not finish, which may finish and no other', async () => {
    const { done, run, store, release } = await createTeam();
    const one = await release('1.0.0', 5);
    await expect(run(`publish ${one}`, { openStore: async () => failingAt(store, 2) })).rejects.toThrow();
    const other = await release('1.1.0', 5, { 'discovery.js': '', 'remoteEntry.js': '' });
    expect((await run(`publish ${other}`)).complaint).toContain('command/sequence-taken');
    const lower = await release('0.9.0', 4);
    expect((await run(`publish ${lower}`)).complaint).toContain('command/unfinished');
    expect(await done(`publish ${one}`)).toMatchObject({ isWritten: true });
  });

  it('does not rise where a higher one is claimed between its look and its claim', async () => {
    const { run, store, release, remote } = await createTeam();
    const late = await release('1.1.0', 2);
    const claim = Buffer.from(JSON.stringify({ version: '1.2.0', manifest: 'f'.repeat(64) }));
    const headers = { contentType: 'application/json', cacheControl: 'no-cache' };
    const openStore = async (): Promise<Store> => ({
      ...store,
      async createIfAbsent(path, ...rest) {
        if (path === `${remote}/sequence/2.json`)
          await store.createIfAbsent(`${remote}/sequence/3.json`, claim, headers);
        return store.createIfAbsent(path, ...rest);
      },
    });
    const { complaint } = await run(`publish ${late}`, { openStore });
    expect(complaint).toContain('1.2.0 (sequence 3) of remote-evm is just being published');
    expect(await store.list(`${remote}/releases/`)).toEqual([]);
  });
});
