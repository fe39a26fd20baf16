import { join } from 'node:path';
import { liveFormat } from '@linkspan/trust';
import { createPayload, signEnvelope, toEnvelopeBytes } from '@linkspan/trust/sign';
import { expect, it } from 'vitest';
import { readKeyFile } from '../keys/key-file.ts';
import { liveHeaders } from '../store/headers.ts';
import { createTeam } from '../testing/team.ts';
import { readLiveNow } from './live-now.ts';
import { livePath } from './paths.ts';

const last = 2 ** 31 - 1;

/** A team whose online key was stolen: the thief has put a document of the last version there is into the store. */
async function createRobbed() {
  const team = await createTeam();
  await team.publish('1.0.0', 1);
  await team.publish('1.1.0', 2);
  await team.done(`promote remote-evm 1.0.0 ${team.by('ci')}`);
  const now = await readLiveNow(team.store, team.remote);
  if (now === undefined) throw new Error('Nothing is live');
  const stolen = await readKeyFile(join(team.folder, '.linkspan/keys/ci.key.json'));
  const payload = createPayload(liveFormat, { ...now.live, version: last });
  const bytes = toEnvelopeBytes(await signEnvelope(payload, [stolen]));
  const path = livePath(team.remote);
  await team.store.replaceIfUnchanged(path, bytes, now.tag, liveHeaders(path));
  return team;
}

it('goes on from the team’s own versions once a stolen key is replaced, however far the thief has counted', async () => {
  const { done, by } = await createRobbed();
  await done('keys make ci-2 --kind online');
  await done(`root rotate remote-evm --live .linkspan/keys/ci-2.pub.json ${by('ann', 'bob')}`);
  await done('root publish .linkspan/roots/remote-evm-2.json');
  const promote = (version: string) =>
    done<{ version: number }>(`promote remote-evm ${version} ${by('ci-2')}`);
  // The last one that the team itself has signed was the first, and is lost.
  expect((await promote('1.1.0')).version).toBe(1);
  expect((await promote('1.0.0')).version).toBe(2);
  expect((await promote('1.1.0')).version).toBe(3);
});

it('does not go back below what pages have seen while the key is still the same', async () => {
  const { run, by } = await createRobbed();
  const { exitCode, complaint } = await run(`promote remote-evm 1.1.0 ${by('ci')}`);
  expect([exitCode, complaint]).toEqual([1, expect.stringContaining('release/malformed')]);
});
