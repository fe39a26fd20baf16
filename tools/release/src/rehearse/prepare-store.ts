import { join } from 'node:path';
import type { Run } from './create-run.ts';
import { isThere, keyFile, practiceKeys } from './practice-keys.ts';

/**
 * Makes the practice keys where they are not there, and the store with a policy for practice: the static checks alone,
 * and releases of what no commit has. Answers a line of what was made. Rejects with `Refused`.
 */
export async function prepareStore(folder: string, run: Run): Promise<string | undefined> {
  const made: string[] = [];
  for (const { name, kind } of practiceKeys) {
    if (await isThere(join(folder, keyFile(name)))) continue;
    await run('keys', 'make', name, '--kind', kind);
    made.push(keyFile(name));
  }
  if (!(await isThere(join(folder, '.linkspan/store/policy.json'))))
    await run('policy', 'set', '--check', 'static', '--allow-dirty');
  return made.length > 0 ? `Keys for practice are made: ${made.join(', ')}` : undefined;
}
