import { join } from 'node:path';
import { copySource, type SourceEdit } from '@linkspan/stack/copy-source';
import { readOrigin } from '@linkspan/stack/deliver';
import { root } from '@linkspan/stack/root';
import type { Team } from './team.ts';

/** What a team makes of its source. */
export interface SourceBuild {
  readonly remote: string;
  readonly version: string;
  readonly edit: SourceEdit;
}

/** Above that of the practice's releases, below those that are delivered without a build. */
const sequence = 90;

/**
 * Edits a copy of a remote's source, and has the release command build it, as its team does. Returns the folder of the
 * release.
 */
export async function buildSource(team: Team, { remote, version, edit }: SourceBuild): Promise<string> {
  const from = join('source', remote);
  const out = join('edited', remote);
  await copySource(remote, join(team.folder, from), edit);
  const origin = await readOrigin(root, Date.now());
  const numbers = ['--version', version, '--sequence', `${sequence}`];
  await team.run(['build', remote, '--from', from, '--out', out, ...numbers, ...origin].join(' '));
  return join(team.folder, out);
}
