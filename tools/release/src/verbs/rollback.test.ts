import { describe, expect, it } from 'vitest';
import { createTeam } from '../testing/team.ts';

/** A team with some releases published, the sequence of each being its place. */
async function createPublished(...versions: readonly string[]) {
  const team = await createTeam();
  for (const [index, version] of versions.entries()) await team.publish(version, index + 1);
  const live = (line: string) => team.done(`${line} ${team.by('ci')}`);
  const back = async () => {
    const { releases } = (await live('rollback remote-evm')) as { releases: { version: string }[] };
    return releases.map(({ version }) => version).join();
  };
  const refused = async () => (await team.run(`rollback remote-evm ${team.by('ci')}`)).complaint;
  return { ...team, live, back, refused };
}

describe('a rollback', () => {
  it('goes back over refreshes and steps, of which there can be many', async () => {
    const { live, back } = await createPublished('1.0.0', '1.1.0', '1.2.0');
    await live('promote remote-evm 1.0.0');
    await live('promote remote-evm 1.2.0 --share 10');
    await live('promote remote-evm 1.2.0');
    for (let day = 0; day < 10; day += 1) await live('refresh remote-evm');
    expect(await back()).toBe('1.0.0');
  });

  it('goes back further each time, never forward', async () => {
    const { live, back, refused } = await createPublished('1.0.0', '1.1.0', '1.2.0');
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await live(`promote remote-evm ${version}`);
    expect([await back(), await back()]).toEqual(['1.1.0', '1.0.0']);
    expect(await refused()).toContain('command/nothing-before');
  });

  it('prefers, of two that were live, the one that more visitors had', async () => {
    const { live, back } = await createPublished('1.0.0', '1.1.0', '1.2.0');
    await live('promote remote-evm 1.0.0');
    await live('promote remote-evm 1.1.0 --share 10');
    await live('promote remote-evm 1.2.0');
    expect(await back()).toBe('1.0.0');
  });

  it('asks for a version where nothing older was live', async () => {
    const { live, refused } = await createPublished('1.0.0', '1.1.0');
    await live('promote remote-evm 1.1.0');
    expect(await refused()).toContain('linkspan rollback remote-evm --to VERSION');
  });

  it('passes over a release that is revoked, gone, or below the floor', async () => {
    const team = await createPublished('1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0');
    const { live, back, refused, done, store, by } = team;
    for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0', '1.4.0'])
      await live(`promote remote-evm ${version}`);
    await done(`root change remote-evm --revoke 1.3.0 ${by('ann', 'bob')}`);
    await done('root publish .linkspan/roots/remote-evm-2.json');
    await store.remove('remote-evm/releases/1.2.0/manifest.json');
    expect(await back()).toBe('1.1.0');
    await done(`root change remote-evm --floor 2 ${by('ann', 'bob')}`);
    await done('root publish .linkspan/roots/remote-evm-3.json');
    expect(await refused()).toContain('command/nothing-before');
  });

  it('passes over the older of two live ones where that is revoked', async () => {
    const { live, back, done, by } = await createPublished('1.0.0', '1.1.0', '1.2.0');
    for (const version of ['1.0.0', '1.1.0']) await live(`promote remote-evm ${version}`);
    await live('promote remote-evm 1.2.0 --share 10');
    await done(`root change remote-evm --revoke 1.1.0 ${by('ann', 'bob')}`);
    await done('root publish .linkspan/roots/remote-evm-2.json --while-live');
    expect(await back()).toBe('1.0.0');
  });

  it('is not stopped by a former document that cannot be read', async () => {
    const { live, back, store } = await createPublished('1.0.0', '1.1.0', '1.2.0');
    for (const version of ['1.0.0', '1.1.0', '1.2.0']) await live(`promote remote-evm ${version}`);
    const path = 'remote-evm/history/2.json';
    await store.remove(path);
    await store.createIfAbsent(path, Buffer.from('{'));
    expect(await back()).toBe('1.0.0');
  });

  it('has nothing to go back to from a withdrawal, but goes where it is told', async () => {
    const { live, refused } = await createPublished('1.0.0');
    await live('promote remote-evm 1.0.0');
    await live('withdraw remote-evm');
    expect(await refused()).toContain('command/not-live');
    expect(await live('rollback remote-evm --to 1.0.0')).toMatchObject({ releases: [{ share: 100 }] });
  });
});
