import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';

/** A WebKitGTK without a driver, which would end the session with the page's process. */
export interface MiniBrowser extends AsyncDisposable {
  /** Ends the process of its page, as a system does that has no memory left. */
  crash(): Promise<void>;
}

/** Opens an address in a WebKitGTK on a screen, by a profile folder that outlives it. */
export function openMiniBrowser(
  program: string,
  { url, profile, display }: { readonly url: string; readonly profile: string; readonly display: string },
): MiniBrowser {
  const env = {
    ...process.env,
    DISPLAY: display,
    HOME: profile,
    XDG_DATA_HOME: profile,
    XDG_CACHE_HOME: profile,
  };
  const browser = spawn(program, [url], { env, stdio: 'ignore' });
  return {
    async crash() {
      for (const pid of await findChildren(browser, 'WebKitWebProcess')) process.kill(pid, 'SIGKILL');
    },
    async [Symbol.asyncDispose]() {
      const ended = once(browser, 'exit');
      browser.kill();
      await ended;
    },
  };
}

async function findChildren({ pid }: ChildProcess, name: string): Promise<readonly number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,args=', '--ppid', String(pid)]);
  const lines = stdout.split('\n').filter((line) => line.includes(name));
  return lines.map((line) => Number.parseInt(line, 10));
}
