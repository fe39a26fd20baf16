import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { manifestOf, readStoredLive } from '../documents/live.ts';
import { testNow } from '../testing/command.ts';
import { createTeam } from '../testing/team.ts';
import { deliverVariant } from './deliver.ts';
import { prepareStore } from './prepare-store.ts';
import { createRun } from './run.ts';
import { setUpRemote } from './set-up-remote.ts';

/** A remote whose first release is live in a practice store, and what is built of it. */
async function createRehearsal() {
  const { folder, store, remote, writeBuilt } = await createTeam({ isRooted: false });
  // The team's own root is none of the practice.
  await rm(join(folder, '.linkspan/roots'), { recursive: true });
  const run = createRun({ folder, store, now: () => testNow });
  await prepareStore(folder, run);
  const rehearsed = { folder, remote, from: join(folder, remote), store, run, now: testNow };
  const write = (text: string) =>
    writeBuilt('0.1.0', 1, {
      'discovery.js': `export const discover = () => ${JSON.stringify(text)};`,
      'remoteEntry.js': 'export const get = () => 1; export const init = () => 1;',
    });
  await write('sound');
  await setUpRemote(rehearsed);
  return {
    write,
    rehearse: () => setUpRemote(rehearsed),
    deliver: () => deliverVariant('faulty', rehearsed),
    rollback: () => run('rollback', remote, '--key', '.linkspan/keys/machine.key.json'),
    live: async () => {
      const { releases = [] } = (await readStoredLive(store, remote))?.live ?? {};
      return releases.map((one) => manifestOf(one, remote).version);
    },
  };
}

describe('a variant of a build', { timeout: 30_000 }, () => {
  it('goes live below the next version, and back', async () => {
    const { write, deliver, rollback, live } = await createRehearsal();
    await write('faulty');
    expect(await deliver()).toBe('0.1.1-faulty.2');
    expect(await live()).toEqual(['0.1.1-faulty.2']);
    await rollback();
    expect(await live()).toEqual(['0.1.0']);
  });

  it('is published once', async () => {
    const { write, deliver, rollback } = await createRehearsal();
    await write('faulty');
    await deliver();
    await rollback();
    expect(await deliver()).toBe('0.1.1-faulty.2');
    await write('faulty otherwise');
    expect(await deliver()).toBe('0.1.1-faulty.3');
  });

  it('takes no version from the team, whose build goes live again at the next start', async () => {
    const { write, deliver, rehearse, live } = await createRehearsal();
    await write('faulty');
    await deliver();
    await write('sound');
    expect(await rehearse()).toMatchObject({ next: '0.1.1' });
    expect(await live()).toEqual(['0.1.0']);
  });
});
