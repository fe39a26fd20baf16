import { describe, expect, it } from 'vitest';
import { createTeam } from '../testing/team.ts';

/** A team with 1.0.0 live for all and 1.1.0 published. */
async function createLive() {
  const team = await createTeam();
  await team.publish('1.0.0', 1);
  await team.publish('1.1.0', 2);
  const live = (line: string, context = {}) => team.done(`${line} ${team.by('ci')}`, context);
  await live('promote remote-evm 1.0.0');
  return { ...team, live };
}

describe('release promote', { timeout: 60_000 }, () => {
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
    const { complaint } = await run(`promote remote-evm 1.1.0 ${by('ann')}`);
    expect(complaint).toMatch(/^The live document of remote-evm has 0 .*release\/unsigned/s);
    await done(`root change remote-evm --revoke 1.1.0 ${by('ann', 'bob')}`);
    await done('root publish .linkspan/roots/remote-evm-2.json');
    expect((await run(`promote remote-evm 1.1.0 ${by('ci')}`)).complaint).toContain('release/revoked');
  });

  it('writes nothing on a dry run', async () => {
    const { live, store } = await createLive();
    const before = await store.read('remote-evm/live.json');
    expect(await live('promote remote-evm 1.1.0 --dry-run')).toMatchObject({ isWritten: false });
    expect(await store.read('remote-evm/live.json')).toEqual(before);
  });
});

describe('release rollback', () => {
  it('goes back to the older of two, or to the one that was live before', async () => {
    const { live } = await createLive();
    const old = { releases: [{ version: '1.0.0', share: 100 }] };
    await live('promote remote-evm 1.1.0 --share 10');
    expect(await live('rollback remote-evm')).toMatchObject(old);
    await live('promote remote-evm 1.1.0');
    expect(await live('rollback remote-evm')).toMatchObject(old);
  });

  it('refuses if there is nothing before', async () => {
    const { run, by } = await createLive();
    expect((await run(`rollback remote-evm ${by('ci')}`)).complaint).toContain('command/nothing-before');
  });
});

describe('release withdraw', () => {
  it('leaves nothing live, by a risen version', async () => {
    const { live } = await createLive();
    expect(await live('withdraw remote-evm')).toMatchObject({ version: 2, releases: [] });
  });

  it('tells how to bring a release back, and how to make the end final', async () => {
    const { run, by } = await createLive();
    const { said } = await run(`withdraw remote-evm ${by('ci')}`);
    expect(said).toContain('Live of remote-evm: nothing');
    expect(said).toContain('linkspan promote remote-evm VERSION');
    expect(said).toContain('linkspan root change remote-evm --floor SEQUENCE');
  });
});
