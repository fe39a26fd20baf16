import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { toInstant } from '../documents/instant.ts';

const run = promisify(execFile);

/**
 * The options of `build` that say where a practice release is from: what git says, with changes that no commit has
 * allowed; where there is no git, no commit and this instant.
 */
export async function readOrigin(folder: string, now: number): Promise<readonly string[]> {
  const hasCommit = await run('git', ['rev-parse', '--verify', 'HEAD'], { cwd: folder }).then(
    () => true,
    () => false,
  );
  return hasCommit ? ['--dirty'] : ['--commit', '0'.repeat(40), '--built-at', toInstant(now), '--dirty'];
}
