import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '@linkspan/stack/root';

/** Where the two servers of `docs/servers/nginx.conf` are. */
export interface Origins {
  readonly page: string;
  readonly store: string;
}

/** The two servers, running. */
export interface Nginx extends Origins {
  /** The paths that were asked for, of both servers, in their order. */
  requests(): Promise<readonly string[]>;
  close(): Promise<void>;
}

const published = join(root, 'docs/servers');

interface NginxOptions {
  /** Puts into the folders what depends on where they are served, before they are. */
  readonly fill?: (at: Origins) => Promise<unknown>;
}

/** Starts nginx with the published configuration, in which ports and folders alone are replaced. */
export async function startNginx(
  program: string,
  folders: { readonly site: string; readonly store: string },
  { fill }: NginxOptions = {},
): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'linkspan-nginx-'));
  const [page, store] = [await freePort(), await freePort()];
  const origins = { page: `http://localhost:${page}`, store: `http://localhost:${store}` };
  await fill?.(origins);
  const text = await readFile(join(published, 'nginx.conf'), 'utf8');
  const changed = [
    [/listen 8080;/, `listen 127.0.0.1:${page};`],
    [/listen 8081;/, `listen 127.0.0.1:${store};`],
    [/include \/srv\/linkspan\/site\//, `include ${folders.site}/`],
    [/root \/srv\/linkspan\/site;/, `root ${folders.site};`],
    [/root \/srv\/linkspan\/store;/, `root ${folders.store};`],
  ].reduce((before, [found, by]) => replaceOnce(before, found as RegExp, by as string), text);
  await mkdir(join(folder, 'conf/snippets'), { recursive: true });
  await cp(join(published, 'nginx-files.conf'), join(folder, 'conf/snippets/nginx-files.conf'));
  await writeFile(join(folder, 'conf/linkspan.conf'), changed);
  await writeFile(join(folder, 'conf/nginx.conf'), around(folder));
  const child = spawn(program, ['-p', folder, '-c', 'conf/nginx.conf', '-e', 'stderr']);
  await untilReady(child);
  return {
    ...origins,
    async requests() {
      const log = await readFile(join(folder, 'access.log'), 'utf8');
      return [...log.matchAll(/"GET (\S+) HTTP/g)].map(([, path = '']) => path);
    },
    async close() {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** What a system's own configuration has around the published one; one process, so that no other user reads. */
function around(folder: string): string {
  const bodies = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `daemon off; master_process off; pid ${folder}/pid; error_log stderr notice; events {}
http { access_log ${folder}/access.log; ${bodies.join(' ')} include linkspan.conf; }`;
}

function replaceOnce(text: string, found: RegExp, by: string): string {
  if (text.split(found).length !== 2) throw new Error(`nginx.conf should have ${found} once`);
  return text.replace(found, by);
}

/** It says which method it waits by once it listens. Rejects with what it says where it does not start. */
async function untilReady(child: ReturnType<typeof spawn>): Promise<void> {
  if (child.stderr === null) throw new Error('nginx has no output');
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    if (/using the "\w+" event method/.test(line)) {
      child.stderr.resume();
      return;
    }
    said.push(line);
  }
  throw new Error(`nginx did not start: ${said.join('\n')}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
