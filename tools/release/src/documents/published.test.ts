import { expect, it } from 'vitest';
import { createTeam } from '../testing/team.ts';
import { manifestName, releasePath } from './paths.ts';

/** A team with 1.0.0 live and 1.1.0 published, whose manifest somebody has replaced by that of 1.0.0. */
async function createSwapped() {
  const team = await createTeam();
  await team.publish('1.0.0', 1);
  await team.publish('1.1.0', 2);
  await team.done(`promote remote-evm 1.0.0 ${team.by('ci')}`);
  const [old, path] = ['1.0.0', '1.1.0'].map((version) => releasePath('remote-evm', version) + manifestName);
  const file = await team.store.read(old as string);
  await team.store.remove(path as string);
  await team.store.createIfAbsent(path as string, file?.bytes as Uint8Array);
  return team;
}

it('takes no release for another, whose manifest lies in its place', async () => {
  const { run, by } = await createSwapped();
  for (const line of [
    `promote remote-evm 1.1.0 ${by('ci')}`,
    `rollback remote-evm --to 1.1.0 ${by('ci')}`,
    `root change remote-evm --revoke 1.1.0 ${by('ann', 'bob')}`,
  ]) {
    const { exitCode, complaint } = await run(line);
    expect([exitCode, complaint], line).toEqual([1, expect.stringContaining('command/other-manifest')]);
  }
});
