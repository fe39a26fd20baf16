import { describe, expect, it } from 'vitest';
import type { Store } from '../store/store.ts';
import { testNow } from '../testing/command.ts';
import { createTeam } from '../testing/team.ts';

type Change = 'revokes' | 'raises the floor above';

/** A team with 1.0.0 before and 1.1.0 live, and a signed root that takes 1.1.0 back. */
async function createTaken(change: Change, share = 100) {
  const team = await createTeam();
  const { by, publish, done, remote } = team;
  await publish('1.0.0', 1);
  await publish('1.1.0', 2);
  await done(`promote ${remote} 1.0.0 ${by('ci')}`);
  await done(`promote ${remote} 1.1.0 --share ${share} ${by('ci')}`);
  const line =
    change === 'revokes' ? `root change ${remote} --revoke 1.1.0` : `root change ${remote} --floor 3`;
  const drafted = await team.run(`${line} ${by('ann', 'bob')}`);
  const file = `.linkspan/roots/${remote}-2.json`;
  const publishRoot = `root publish ${file}`;
  return { ...team, drafted, publishRoot };
}

const versionOf = async (store: Store, path: string) =>
  JSON.parse(JSON.parse(new TextDecoder().decode((await store.read(path))?.bytes)).payload).version;

describe('a root that takes back what is live', { timeout: 60_000 }, () => {
  const changes: readonly Change[] = ['revokes', 'raises the floor above'];

  it.each(changes)('is not published while it %s a live release, and names the ways out', async (change) => {
    const { run, store, publishRoot, drafted } = await createTaken(change);
    expect([drafted.exitCode, drafted.said]).toEqual([
      0,
      expect.stringMatching(
        /1\.1\.0 is live.*Before you publish it: .*rollback remote-evm.*withdraw remote-evm/,
      ),
    ]);
    const { exitCode, complaint } = await run(publishRoot);
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('command/root-stops-live')]);
    for (const way of ['rollback', 'promote', 'withdraw', '--while-live']) expect(complaint).toContain(way);
    expect(await store.read('remote-evm/root/2.json')).toBeUndefined();
  });

  it('is not published either while a part of the visitors has what it takes back', async () => {
    const { run, publishRoot } = await createTaken('revokes', 10);
    expect((await run(publishRoot)).complaint).toContain('command/root-stops-live');
  });

  it.each(changes)('that %s it is published after a withdrawal, and pages are told', async (change) => {
    const { done, by, store, publishRoot } = await createTaken(change);
    await done(`withdraw remote-evm ${by('ci')}`);
    expect(await done(publishRoot)).toMatchObject({ isAnnounced: true, stops: null });
    expect(await versionOf(store, 'remote-evm/root.json')).toBe(2);
    expect(await done(`refresh remote-evm ${by('ci')}`)).toMatchObject({ remotes: [{ releases: [] }] });
    expect(await done('status')).toMatchObject({ remotes: [{ state: 'withdrawn', warnings: [] }] });
  });

  it('that revokes it is published after a rollback', async () => {
    const { done, by, publishRoot } = await createTaken('revokes');
    await done(`rollback remote-evm ${by('ci')}`);
    await done(publishRoot);
    expect(await done(`refresh remote-evm ${by('ci')}`)).toMatchObject({
      remotes: [{ releases: [{ version: '1.0.0', share: 100 }] }],
    });
  });

  it.each(changes)(
    'that %s it can come first: pages are told, and each verb names the way out',
    async (change) => {
      const { done, run, by, store, publishRoot } = await createTaken(change);
      const { exitCode, said } = await run(`${publishRoot} --while-live`);
      expect([exitCode, said]).toEqual([0, expect.stringMatching(/Pages stop remote-evm 1\.1\.0.*rollback/)]);
      expect(await versionOf(store, 'remote-evm/root.json')).toBe(2);

      const refreshed = await run(`refresh remote-evm ${by('ci')}`);
      expect([refreshed.exitCode, refreshed.complaint]).toEqual([
        1,
        expect.stringContaining('command/live-refused'),
      ]);
      expect(refreshed.complaint).toContain(change === 'revokes' ? 'release/revoked' : 'release/below-floor');
      for (const way of ['rollback', 'promote', 'withdraw']) expect(refreshed.complaint).toContain(way);

      const status = await run('status');
      expect(status.said).toContain('remote-evm 1.1.0 is live, and root 2 takes it back');
      expect(status.said).toContain('stop signing with it when they next look for a root');
      expect(status.said).toContain('withdraw remote-evm');
      expect(status.said).not.toContain('A page refuses');

      const wayOut = change === 'revokes' ? 'rollback' : 'withdraw';
      await done(`${wayOut} remote-evm ${by('ci')}`);
      expect(await done(`refresh remote-evm ${by('ci')}`)).toMatchObject({ failed: [] });
      expect(await done('status')).toMatchObject({ remotes: [{ warnings: [] }] });
    },
  );

  it('leaves the other release to its visitors, which status tells', async () => {
    const { done, run, publishRoot } = await createTaken('revokes', 10);
    await done(`${publishRoot} --while-live`);
    expect(await done('status')).toMatchObject({
      remotes: [
        {
          state: 'live',
          releases: [{ version: '1.0.0' }, { version: '1.1.0', refusal: 'release/revoked' }],
          warnings: [{ code: 'warning/refused', sentence: expect.stringContaining('get 1.0.0') }],
        },
      ],
    });
    const { said } = await run('status');
    expect([said.includes('90 % refused'), said.includes('10 % refused')]).toEqual([false, true]);
  });
});

describe('a root that replaces the key of what is live', { timeout: 60_000 }, () => {
  /** A team whose next root, published, has another online key. */
  async function createRotated() {
    const team = await createTeam();
    const { by, publish, done } = team;
    await publish('1.0.0', 1);
    await done(`promote remote-evm 1.0.0 ${by('ci')}`);
    await done('keys make ci-2 --kind online');
    await done(`root change remote-evm --live .config/linkspan/keys/ci-2.pub.json ${by('ann', 'bob')}`);
    const published = await team.run('root publish .linkspan/roots/remote-evm-2.json');
    return { ...team, published };
  }

  it('is announced with the live document that the new key signs, so that no page is left without one', async () => {
    const { done, by, store, published } = await createRotated();
    expect([published.exitCode, published.said]).toEqual([
      0,
      expect.stringContaining('with the next live document'),
    ]);
    expect(await versionOf(store, 'remote-evm/root.json')).toBe(1);
    await done(`promote remote-evm 1.0.0 ${by('ci-2')}`);
    expect(await versionOf(store, 'remote-evm/root.json')).toBe(2);
  });

  it('is no obstacle where the key to the store may not write the announcement', async () => {
    const { done, by, store } = await createRotated();
    const { toStoreFailure } = await import('../store/errors.ts');
    const replaceIfUnchanged: Store['replaceIfUnchanged'] = async (path, ...rest) => {
      if (path === 'remote-evm/root.json')
        throw toStoreFailure('store/refused', { store: path, detail: '', cause: undefined });
      return store.replaceIfUnchanged(path, ...rest);
    };
    const openStore = async () => ({ ...store, replaceIfUnchanged });
    expect(await done(`promote remote-evm 1.0.0 ${by('ci-2')}`, { openStore })).toMatchObject({});
  });
});

describe('a root without somebody who signed what is live', { timeout: 60_000 }, () => {
  /** A team of which ann departs, and cem signs in her place; 1.0.0 is live, signed by ann and bob. */
  async function createDeparted() {
    const team = await createTeam();
    const { by, publish, done } = team;
    await publish('1.0.0', 1);
    await done(`promote remote-evm 1.0.0 ${by('ci')}`);
    await done('keys make cem --kind person');
    const role = (name: string) => `--release .config/linkspan/keys/${name}.pub.json`;
    await done(
      `root change remote-evm ${role('bob')} ${role('cem')} ${role('ci')} --release-threshold 2 ${by('ann', 'bob')}`,
    );
    const signAgain = async (name: string) => {
      await done(`sign remote-evm --no-rebuild ${by(name)}`);
      return done<object>('publish remote-evm');
    };
    return { ...team, signAgain, publishRoot: 'root publish .linkspan/roots/remote-evm-2.json' };
  }

  it('is not published before another has signed that again, and says so', async () => {
    const { run, done, by, store, signAgain, publishRoot } = await createDeparted();
    const { exitCode, complaint } = await run(publishRoot);
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('command/root-lacks-signatures')]);
    expect(complaint).toContain('has 1 of the 2 signatures');
    expect(await store.read('remote-evm/root/2.json')).toBeUndefined();
    expect(await signAgain('ci')).toMatchObject({ isWritten: true });
    expect((await run(publishRoot)).said).toContain('Next: linkspan refresh remote-evm');
    expect(await done(`refresh remote-evm ${by('ci')}`)).toMatchObject({ failed: [] });
    expect(await versionOf(store, 'remote-evm/root.json')).toBe(2);
  });

  it('can come first for one whose key comes with it: pages go on until that person has signed', async () => {
    const { run, done, by, store, signAgain, publishRoot } = await createDeparted();
    expect(await done(`${publishRoot} --while-live`)).toMatchObject({ isAnnounced: false, stops: null });
    expect(await versionOf(store, 'remote-evm/root.json')).toBe(1);
    const { said } = await run('status');
    expect(said).toContain('pages go on with root 1');
    expect(said).not.toContain('A page refuses');
    expect((await run(`refresh remote-evm ${by('ci')}`)).complaint).toContain('command/live-refused');
    expect(await signAgain('cem')).toMatchObject({ isWritten: true });
    expect(await done(`refresh remote-evm ${by('ci')}`)).toMatchObject({ failed: [] });
    expect(await versionOf(store, 'remote-evm/root.json')).toBe(2);
    expect(await done('status')).toMatchObject({ remotes: [{ state: 'live', warnings: [] }] });
  });
});

describe('the clock of who signs', { timeout: 60_000 }, () => {
  const minute = 60_000;
  const at = (offsetMs: number) => ({ now: () => testNow + offsetMs });

  it('shortens nothing if it is a little slow', async () => {
    const { done, by, publish } = await createTeam();
    await publish('1.0.0', 1);
    const first = await done<{ expiresAt: string }>(`promote remote-evm 1.0.0 ${by('ci')}`);
    const slow = await done<{ expiresAt: string }>(`promote remote-evm 1.0.0 ${by('ci')}`, at(-4 * minute));
    expect(slow).toMatchObject({ version: 2, expiresAt: first.expiresAt });
  });

  it.each(['promote remote-evm 1.0.0', 'refresh remote-evm', 'withdraw remote-evm'])(
    'that is behind signs nothing: %s',
    async (line) => {
      const { run, done, by, store, publish } = await createTeam();
      await publish('1.0.0', 1);
      await done(`promote remote-evm 1.0.0 ${by('ci')}`);
      const live = await store.read('remote-evm/live.json');
      const slow = at(-6 * minute);
      const { exitCode, complaint } = await run(`${line} ${by('ci')}`, slow);
      expect([exitCode, complaint]).toEqual([1, expect.stringContaining('command/clock')]);
      expect(await store.read('remote-evm/live.json')).toEqual(live);
      // The clock before was ahead.
      expect(await run(`${line} --trust-clock ${by('ci')}`, slow)).toMatchObject({ exitCode: 0 });
    },
  );

  it('that is behind the build of a release signs nothing', async () => {
    const { run, by, publish } = await createTeam();
    await publish('1.0.0', 1);
    const slow = { now: () => Date.parse('2026-10-01T00:00:00Z') };
    expect((await run(`promote remote-evm 1.0.0 ${by('ci')}`, slow)).complaint).toContain('command/clock');
  });
});

describe('the announcement of a root', { timeout: 60_000 }, () => {
  it('is put back by the next refresh, and by publishing the root again', async () => {
    const { done, by, store, publish } = await createTeam();
    await publish('1.0.0', 1);
    await done(`promote remote-evm 1.0.0 ${by('ci')}`);
    for (const line of [`refresh remote-evm ${by('ci')}`, 'root publish .linkspan/roots/remote-evm-1.json']) {
      await store.remove('remote-evm/root.json');
      await done(line);
      expect(await versionOf(store, 'remote-evm/root.json')).toBe(1);
    }
  });

  it('never goes back', async () => {
    const { done, by, store } = await createTeam();
    await done(`root change remote-evm --floor 5 ${by('ann', 'bob')}`);
    await done('root publish .linkspan/roots/remote-evm-2.json');
    await done('root publish .linkspan/roots/remote-evm-1.json').catch(() => undefined);
    expect(await versionOf(store, 'remote-evm/root.json')).toBe(2);
  });
});
