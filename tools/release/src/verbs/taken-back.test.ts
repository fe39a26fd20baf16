import { describe, expect, it } from 'vitest';
import { toStoreFailure } from '../store/errors.ts';
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
    const { refused, store, publishRoot, drafted } = await createTaken(change, 10);
    expect(drafted.said).toMatch(
      /1\.\d\.0 is live.*Before you publish it: .*rollback remote-evm.*withdraw remote-evm/,
    );
    const complaint = await refused(publishRoot);
    for (const way of ['root-stops-live', 'rollback', 'promote', 'withdraw', '--while-live'])
      expect(complaint).toContain(way);
    expect(await store.read('remote-evm/root/2.json')).toBeUndefined();
  });

  it.each([
    ['rollback', [{ version: '1.0.0', share: 100 }]],
    ['withdraw', []],
  ])('is published after a %s, and pages are told', async (verb, releases) => {
    const { done, by, store, publishRoot } = await createTaken('revokes');
    await done(`${verb} remote-evm ${by('ci')}`);
    expect(await done(publishRoot)).toMatchObject({ isAnnounced: true, stops: null });
    expect(await versionOf(store, 'remote-evm/root.json')).toBe(2);
    expect(await done(`refresh remote-evm ${by('ci')}`)).toMatchObject({ remotes: [{ releases }] });
    expect(await done('status')).toMatchObject({ remotes: [{ warnings: [] }] });
  });

  it.each(changes)(
    'that %s it can come first: pages are told, and each verb names the way out',
    async (change) => {
      const { done, run, refused, by, store, publishRoot } = await createTaken(change);
      const { said } = await run(`${publishRoot} --while-live`);
      expect(said).toMatch(/Pages stop remote-evm 1\.1\.0.*rollback/);
      expect(await versionOf(store, 'remote-evm/root.json')).toBe(2);

      const refreshed = await refused(`refresh remote-evm ${by('ci')}`);
      const why = change === 'revokes' ? 'release/revoked' : 'release/below-floor';
      for (const word of ['command/live-refused', why, 'rollback', 'promote', 'withdraw'])
        expect(refreshed).toContain(word);

      const status = await run('status');
      expect(status.said).toContain('remote-evm 1.1.0 is live, and root 2 takes it back');
      expect(status.said).toContain('stop signing with it when they next look for a root');
      expect(status.said).not.toContain('A page refuses');

      await done(`${change === 'revokes' ? 'rollback' : 'withdraw'} remote-evm ${by('ci')}`);
      expect(await done(`refresh remote-evm ${by('ci')}`)).toMatchObject({ failed: [] });
      expect(await done('status')).toMatchObject({ remotes: [{ warnings: [] }] });
    },
  );

  it('leaves the other release to its visitors, which status tells', async () => {
    const { done, run, publishRoot } = await createTaken('revokes', 10);
    await done(`${publishRoot} --while-live`);
    const { said } = await run('status');
    expect([said.includes('90 % refused'), said.includes('10 % refused')]).toEqual([false, true]);
    expect(said).toContain('get 1.0.0');
  });
});

describe('a root that replaces the key of what is live', { timeout: 60_000 }, () => {
  it('is announced with the live document that the new key signs, so that no page is left without one', async () => {
    const { by, publish, done, run, store } = await createTeam();
    await publish('1.0.0', 1);
    await done(`promote remote-evm 1.0.0 ${by('ci')}`);
    await done('keys make ci-2 --kind online');
    await done(`root change remote-evm --live .config/linkspan/keys/ci-2.pub.json ${by('ann', 'bob')}`);
    const { said } = await run('root publish .linkspan/roots/remote-evm-2.json');
    expect(said).toContain('with the next live document');
    expect(await versionOf(store, 'remote-evm/root.json')).toBe(1);
    // A key to the store may not be allowed to write the announcement.
    const replaceIfUnchanged: Store['replaceIfUnchanged'] = async (path, ...rest) => {
      if (path !== 'remote-evm/root.json') return store.replaceIfUnchanged(path, ...rest);
      throw toStoreFailure('store/refused', { store: path, detail: '', cause: undefined });
    };
    const openStore = async () => ({ ...store, replaceIfUnchanged });
    await done(`promote remote-evm 1.0.0 ${by('ci-2')}`, { openStore });
    await done(`promote remote-evm 1.0.0 ${by('ci-2')}`);
    expect(await versionOf(store, 'remote-evm/root.json')).toBe(2);
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
    const { run, refused, done, by, store, signAgain, publishRoot } = await createDeparted();
    expect(await refused(publishRoot)).toMatch(/has 1 of the 2 signatures.*command\/root-lacks-signatures/s);
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
  const at = (minutes: number) => ({ now: () => testNow + minutes * 60_000 });

  async function createLive() {
    const team = await createTeam();
    await team.publish('1.0.0', 1);
    const first = await team.done<{ expiresAt: string }>(`promote remote-evm 1.0.0 ${team.by('ci')}`);
    return { ...team, first };
  }

  it('shortens nothing if it is a little slow', async () => {
    const { done, by, first } = await createLive();
    const slow = await done(`promote remote-evm 1.0.0 ${by('ci')}`, at(-4));
    expect(slow).toMatchObject({ version: 2, expiresAt: first.expiresAt });
  });

  it.each(['promote remote-evm 1.0.0', 'refresh remote-evm', 'withdraw remote-evm'])(
    'that is behind signs nothing, unless the clock before was ahead: %s',
    async (line) => {
      const { done, refused, by, store } = await createLive();
      const live = await store.read('remote-evm/live.json');
      expect(await refused(`${line} ${by('ci')}`, at(-6))).toContain('command/clock');
      expect(await store.read('remote-evm/live.json')).toEqual(live);
      await done(`${line} --trust-clock ${by('ci')}`, at(-6));
    },
  );

  it('that is behind the build of a release signs nothing', async () => {
    const { refused, by, publish } = await createTeam();
    await publish('1.0.0', 1);
    expect(await refused(`promote remote-evm 1.0.0 ${by('ci')}`, at(-6))).toContain('command/clock');
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
