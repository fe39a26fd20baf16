import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePorts } from '@linkspan/practice/free-ports';
import { root } from '@linkspan/stack/root';

/** Starts Caddy with the page's server of the published configuration, in which name and folder alone are replaced. */
export async function startCaddy(
  program: string,
  site: string,
): Promise<{ readonly page: string; close(): Promise<void> }> {
  const place = await mkdtemp(join(tmpdir(), 'linkspan-caddy-'));
  const [port] = await findFreePorts(1);
  const page = `http://localhost:${port}`;
  const text = await readFile(join(root, 'docs/servers/Caddyfile'), 'utf8');
  const [, own = ''] = /^wallets\.example (\{\n.*?^\})/ms.exec(text) ?? [];
  const about = '{\n\tadmin off\n\tauto_https off\n}\n';
  const file = join(place, 'Caddyfile');
  await writeFile(file, `${about}${page} ${own.replaceAll('/srv/linkspan/site', site)}\n`);
  const child = spawn(program, ['run', '--config', file, '--adapter', 'caddyfile'], {
    env: { ...process.env, HOME: place, XDG_DATA_HOME: place, XDG_CONFIG_HOME: place },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    if (!line.includes('serving initial configuration')) continue;
    child.stderr.resume();
    return {
      page,
      async close() {
        child.kill('SIGTERM');
        await once(child, 'exit');
        await rm(place, { recursive: true, force: true });
      },
    };
  }
  throw new Error(`Caddy did not start: ${said.join('\n')}`);
}
