import { expect, it } from 'vitest';
import { describeStores } from '../testing/describe-stores.ts';
import { filesOf } from '../testing/folders.ts';
import { createTeam } from '../testing/team.ts';

describeStores('a remote', (create) => {
  it('goes from its keys to its withdrawal', { timeout: 60_000 }, async () => {
    const open = await create();
    const store = await open();
    const team = await createTeam({ store });
    const { done, publish } = team;
    const live = (line: string) => done(`${line} ${team.by('ci')}`);
    const state = async () => {
      const { remotes } = await done<{ remotes: readonly { state: string; releases?: object[] }[] }>(
        'status',
      );
      return remotes[0];
    };
    expect(await state()).toMatchObject({ state: 'not live yet' });
    await publish('1.0.0', 1);
    await live('promote remote-evm 1.0.0');
    await publish('1.1.0', 2);
    await live('promote remote-evm 1.1.0 --share 10');
    expect(await state()).toMatchObject({
      state: 'live',
      releases: [
        { version: '1.0.0', share: 90 },
        { version: '1.1.0', share: 10 },
      ],
    });
    await live('promote remote-evm 1.1.0');
    expect(await live('rollback remote-evm')).toMatchObject({ releases: [{ version: '1.0.0' }] });
    expect(await live('refresh remote-evm')).toBeDefined();
    await live('withdraw remote-evm');
    expect(await state()).toMatchObject({ state: 'withdrawn' });

    const paths = (await (await open()).list('remote-evm/')).map(({ path }) => path);
    const folder = await filesOf(store, 'remote-evm', '1.1.0');
    const files = ['chunk.js', 'discovery.js', 'remoteEntry.js'].map((file) => folder + file);
    expect(paths).toEqual(expect.arrayContaining(['remote-evm/releases/1.1.0/manifest.json', ...files]));
    expect(paths.filter((path) => path.includes('/history/'))).toHaveLength(5);
    expect(await store.list('linkspan-probe')).toEqual([]);
  });
});
