import { expect, it } from 'vitest';
import { testNow } from '../testing/command.ts';
import { describeStores } from '../testing/describe-stores.ts';
import { filesOf } from '../testing/folders.ts';
import { createTeam, soundFiles } from '../testing/team.ts';

const dayMs = 24 * 60 * 60 * 1000;
/** Long after the stores' own clocks, by which files are as old as they are. */
const later = { now: () => Math.max(Date.now(), testNow) + 100 * dayMs };

describeStores('what is old', (create) => {
  it('is pruned, and what is needed stays', { timeout: 60_000 }, async () => {
    const store = await (await create())();
    const team = await createTeam({ store });
    for (const [index, version] of ['1.0.0', '1.1.0', '1.2.0'].entries()) {
      const own = { [`own-${version[2]}2345678.js`]: `export const one = ${index};` };
      await team.publish(version, index + 1, { ...soundFiles, ...own });
      await team.done(`promote remote-evm ${version} ${team.by('ci')}`);
    }
    expect(await team.done('prune remote-evm', later)).toMatchObject({
      removed: [{ version: '1.0.0', files: 1 }],
      kept: [{ version: '1.1.0' }, { version: '1.2.0' }],
    });
    const folder = await filesOf(store, 'remote-evm', '1.2.0');
    const left = (await store.list('remote-evm/releases/')).map(({ path }) => path);
    const shared = ['chunk.js', 'discovery.js', 'own-12345678.js', 'own-22345678.js', 'remoteEntry.js'];
    const manifests = ['1.1.0', '1.2.0'].map((version) => `remote-evm/releases/${version}/manifest.json`);
    expect(left).toEqual([...manifests, ...shared.map((file) => folder + file)].sort());
  });

  it('is blocked by several at once, and none is lost', { timeout: 60_000 }, async () => {
    const store = await (await create())();
    const team = await createTeam({ store });
    await team.done('block keys --key .linkspan/keys/ann.pub.json');
    await team.done(`block remote-evm 0.1.0 --reason old ${team.by('ann')}`);
    const ends = await Promise.all(
      ['1.0.0', '1.1.0', '1.2.0'].map((version) =>
        team.run(`block remote-evm ${version} --reason bad ${team.by('ann')}`),
      ),
    );
    expect(ends.map(({ exitCode, complaint }) => [exitCode, complaint])).toEqual(ends.map(() => [0, '']));
    expect(await team.done('block list')).toMatchObject({
      version: Math.floor(testNow / 60_000) + 3,
      blocked: { length: 4 },
    });
  });
});
