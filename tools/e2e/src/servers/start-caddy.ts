import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePorts } from '@linkspan/practice/free-ports';
import { root } from '@linkspan/stack/root';

/** A deployed page, and a store or one remote's folder of it. */
export interface Folders {
  readonly site: string;
  readonly store: string;
}

/** The page's server and the store's, running at these origins. */
export interface Running {
  readonly page: string;
  readonly store: string;
  close(): Promise<void>;
}

/** Starts Caddy with the published configuration, in which names and folders alone are replaced. */
export async function startCaddy(program: string, { site, store }: Folders): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'linkspan-caddy-'));
  const [pagePort, storePort] = await findFreePorts(2);
  const origins = { page: `http://localhost:${pagePort}`, store: `http://localhost:${storePort}` };
  const published = await readFile(join(root, 'docs/servers/Caddyfile'), 'utf8');
  const text = published
    .replace('wallets.example', origins.page)
    .replace('remotes.example', origins.store)
    .replaceAll('/srv/linkspan/site', site)
    .replaceAll('/srv/linkspan/store', store);
  const file = join(folder, 'Caddyfile');
  await writeFile(file, `{\n\tadmin off\n\tauto_https off\n}\n${text}`);
  const child = spawn(program, ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    if (!line.includes('serving initial configuration')) continue;
    child.stderr.resume();
    return {
      ...origins,
      async close() {
        child.kill('SIGTERM');
        await once(child, 'exit');
        await rm(folder, { recursive: true, force: true });
      },
    };
  }
  throw new Error(`Caddy did not start: ${said.join('\n')}`);
}
