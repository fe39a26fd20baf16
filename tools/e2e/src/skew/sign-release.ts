import { join } from 'node:path';
import { readOrigin } from '@linkspan/stack/deliver';
import { root } from '@linkspan/stack/root';
import { copyBuild } from '../place/copy-build.ts';
import type { Team } from '../place/team.ts';

/** A release of today's build, signed and not published yet; answers its folder. */
export async function signRelease(team: Team, remote: string): Promise<string> {
  await copyBuild(remote, join(team.folder, 'built'));
  const origin = await readOrigin(root, Date.now());
  const line = ['build', remote, '--built --from built --version 0.4.0 --sequence 100', ...origin];
  const { folder } = await team.run<{ folder: string }>(line.join(' '));
  await team.run(`check ${folder} --static`);
  await team.run(`sign ${folder} ${team.by('person')}`);
  return folder;
}
