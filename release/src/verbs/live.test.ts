import { describe, expect, it } from 'vitest';
import { testNow } from '../testing/command.ts';
import { createTeam } from '../testing/team.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** A team with 1.0.0 live for all and 1.1.0 published. */
async function createLive() {
  const team = await createTeam();
  await team.publish('1.0.0', 1);
  await team.publish('1.1.0', 2);
  const live = (line: string, means = {}) => team.done(`${line} ${team.by('ci')}`, means);
  await live('promote remote-evm 1.0.0');
  return { ...team, live };
}

describe('release promote', () => {
  it('gives a release its share and the other the rest', async () => {
    const { live } = await createLive();
    expect(await live('promote remote-evm 1.1.0 --share 10')).toMatchObject({
      version: 2,
      releases: [
        { version: '1.0.0', share: 90 },
        { version: '1.1.0', share: 10 },
      ],
    });
    expect(await live('promote remote-evm 1.1.0')).toMatchObject({
      version: 3,
      releases: [{ version: '1.1.0', share: 100 }],
    });
  });

  it('refuses a third release, and less than all for the only one', async () => {
    const { run, live, publish, by } = await createLive();
    expect((await run(`promote remote-evm 1.0.0 --share 10 ${by('ci')}`)).complaint).toContain(
      'command/whole-share',
    );
    await live('promote remote-evm 1.1.0 --share 10');
    await publish('1.2.0', 3);
    expect((await run(`promote remote-evm 1.2.0 --share 10 ${by('ci')}`)).complaint).toContain(
      'command/third-release',
    );
  });

  it('refuses a release that is not published, and names those that are', async () => {
    const { run, by } = await createLive();
    const { exitCode, complaint } = await run(`promote remote-evm 2.0.0 ${by('ci')}`);
    expect([exitCode, complaint]).toEqual([1, expect.stringContaining('Published are: 1.0.0, 1.1.0')]);
  });

  it('refuses a key that may not sign live documents, and a revoked release', async () => {
    const { run, done, by } = await createLive();
    expect((await run(`promote remote-evm 1.1.0 ${by('ann')}`)).complaint).toContain('release/unsigned');
    await done(`root revoke remote-evm 1.1.0 ${by('ann', 'bob')}`);
    await done('root publish .linkspan/roots/remote-evm-2.json');
    expect((await run(`promote remote-evm 1.1.0 ${by('ci')}`)).complaint).toContain('release/revoked');
  });

  it('lets one of twenty at once win, and tells the others what is live', async () => {
    const { run, by, store } = await createLive();
    const stale = await store.read('remote-evm/live.json');
    // All of them read before one of them writes.
    const openStore = async () => ({
      ...store,
      read: async (path: string) => (path === 'remote-evm/live.json' ? stale : store.read(path)),
    });
    const ends = await Promise.all(
      Array.from({ length: 20 }, () => run(`promote remote-evm 1.1.0 ${by('ci')}`, { openStore })),
    );
    const lost = ends.filter(({ exitCode }) => exitCode === 1);
    expect(lost).toHaveLength(19);
    for (const { complaint } of lost) {
      expect(complaint).toContain('command/lost-race');
      expect(complaint).toContain('1.1.0 for 100 % (version 2)');
    }
  });

  it('writes nothing on a dry run', async () => {
    const { live, store } = await createLive();
    const before = await store.read('remote-evm/live.json');
    expect(await live('promote remote-evm 1.1.0 --dry-run')).toMatchObject({ isWritten: false });
    expect(await store.read('remote-evm/live.json')).toEqual(before);
  });
});

describe('release rollback', () => {
  it('goes back to the older of two, or to the one published before', async () => {
    const { live } = await createLive();
    const old = { releases: [{ version: '1.0.0', share: 100 }] };
    await live('promote remote-evm 1.1.0 --share 10');
    expect(await live('rollback remote-evm')).toMatchObject(old);
    await live('promote remote-evm 1.1.0');
    expect(await live('rollback remote-evm')).toMatchObject(old);
  });

  it('refuses where there is nothing before', async () => {
    const { run, by } = await createLive();
    expect((await run(`rollback remote-evm ${by('ci')}`)).complaint).toContain('command/nothing-before');
  });
});

describe('release withdraw', () => {
  it('leaves nothing live, by a risen version', async () => {
    const { live } = await createLive();
    expect(await live('withdraw remote-evm')).toMatchObject({ version: 2, releases: [] });
  });
});

describe('release refresh', () => {
  it('keeps what is live and since when, and rises in version and expiry', async () => {
    const { live } = await createLive();
    const now = () => testNow + dayMs;
    expect(await live('refresh remote-evm', { now })).toMatchObject({
      version: 2,
      since: '2026-11-20T12:00:00Z',
      expiresAt: '2026-11-28T12:00:00Z',
      releases: [{ version: '1.0.0', share: 100 }],
    });
  });

  it('refuses more than 14 days', async () => {
    const { run, by } = await createLive();
    expect((await run(`refresh remote-evm --days 15 ${by('ci')}`)).complaint).toContain(
      'release/expires-too-late',
    );
  });
});

describe('release status', () => {
  it('tells what is live, for whom, since when, until when and by whose key', async () => {
    const { done, run, live, keyids } = await createLive();
    await live('promote remote-evm 1.1.0 --share 10');
    expect((await done<{ remotes: unknown }>('status')).remotes).toEqual([
      {
        remote: 'remote-evm',
        state: 'live',
        since: '2026-11-20T12:00:00Z',
        until: '2026-11-27T12:00:00Z',
        rootUntil: '2027-11-20T12:00:00Z',
        keyids: [keyids.ci],
        releases: [
          { version: '1.0.0', share: 90 },
          { version: '1.1.0', share: 10 },
        ],
      },
    ]);
    expect((await run('status')).said).toMatch(/remote-evm +1\.1\.0 +10 % +live/);
  });

  it('tells what a page would refuse', async () => {
    const { done } = await createLive();
    const now = () => testNow + 8 * dayMs;
    expect(await done('status', { now })).toMatchObject({ remotes: [{ state: 'release/expired' }] });
  });

  it('tells withdrawn and not yet live remotes apart', async () => {
    const { done, live } = await createLive();
    await live('withdraw remote-evm');
    expect(await done('status remote-evm')).toMatchObject({ remotes: [{ state: 'withdrawn' }] });
    const fresh = await createTeam();
    expect(await fresh.done('status')).toMatchObject({ remotes: [{ state: 'not live yet' }] });
  });
});
