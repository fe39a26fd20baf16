import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CommandError } from '../command-error.ts';

/** Runs git in a folder; answers what it printed, trimmed. Rejects with `command/no-source`. */
export type Git = (...args: readonly string[]) => Promise<string>;

const run = promisify(execFile);

/** Git in a folder. */
export function openGit(folder: string): Git {
  return async (...args) => {
    try {
      return (await run('git', [...args], { cwd: folder })).stdout.trim();
    } catch (cause) {
      const complaint = (cause as { stderr?: string }).stderr?.trim().split('\n')[0];
      const detail = complaint?.replace(/^fatal: /, '') || (cause as Error).message;
      throw new CommandError('command/no-source', { folder, detail }, { cause });
    }
  };
}
