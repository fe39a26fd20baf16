import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '@linkspan/stack/programs';
import { expect, it } from 'vitest';
import { openScreen } from '../engines/webkit.ts';
import { evm, near, solana } from '../page/families.ts';
import { readLive } from '../place/read-live.ts';
import { openSite, readConfig, withRemoteAt } from '../place/site.ts';
import { releaseFolder } from '../place/stack.ts';
import { hangAtImport, openHostileStore, plainHeaders } from './hostile-store.ts';

it('lists the other families after two crashes in WebKitGTK', async ({ skip }) => {
  const [, program, screen] = (await findProgram('WebKitGTK')) ?? [];
  if (program === undefined || screen === undefined) return skip('WebKitGTK is not installed');
  const imports: string[] = [];
  const listed: string[] = [];
  const { manifest } = await readLive(releaseFolder(evm.remote));
  await using hostile = await openHostileStore(releaseFolder(evm.remote));
  hostile.turn({ [manifest.discovery]: hangAtImport(evm.remote, imports) });
  let config = withRemoteAt(
    await readConfig(),
    evm.remote,
    hostile.url.slice(0, -1),
    releaseFolder(evm.remote),
  );
  await using ofSolana = await openHostileStore(releaseFolder(solana.remote));
  await using ofNear = await openHostileStore(releaseFolder(near.remote));
  for (const [{ remote }, store] of [
    [solana, ofSolana],
    [near, ofNear],
  ] as const) {
    store.turn({ 'root.json': answerWhenListed(remote, listed) });
    config = withRemoteAt(config, remote, store.url.slice(0, -1), releaseFolder(remote));
  }
  await using site = await openSite('webkit-crash', config);
  await using shown = await openScreen(screen);
  await using profile = await openProfile();
  const fixture = { url: site.url, display: shown.display, profile: profile.path };

  for (const time of [1, 2]) {
    await using browser = openMiniBrowser(program, fixture);
    await expect.poll(() => imports.length, { timeout: 30_000 }).toBe(time);
    const importedAt = Date.now();
    await browser.crash();
    // The next browser opens another tab, where a mark counts once it is old.
    await expect.poll(() => Date.now() - importedAt, { timeout: 30_000 }).toBeGreaterThan(6_000);
  }
  listed.length = 0;
  await using _ = openMiniBrowser(program, fixture);
  await expect.poll(() => [...listed].sort(), { timeout: 30_000 }).toEqual([near.remote, solana.remote]);
  expect(imports).toHaveLength(2);
});

/** A page asks for the newest root once it lists the family's wallets. */
function answerWhenListed(remote: string, listed: string[]): RequestListener {
  return async (_, response) => {
    listed.push(remote);
    const root = await readFile(join(releaseFolder(remote), 'root.json'));
    response.writeHead(200, plainHeaders('root.json')).end(root);
  };
}

async function openProfile(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await mkdtemp(join(tmpdir(), 'linkspan-webkit-'));
  // Processes of the browser may still be writing.
  const close = () => rm(path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
  return { path, [Symbol.asyncDispose]: close };
}

/** A WebKitGTK without a driver, which would end the session with the page's process. */
interface MiniBrowser extends AsyncDisposable {
  /** Ends the process of its page, as a system does that has no memory left. */
  crash(): Promise<void>;
}

/** Opens an address in a WebKitGTK on a screen, by a profile folder that outlives it. */
function openMiniBrowser(
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
