import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { findFreePorts } from '@linkspan/practice/free-ports';
import { serve, serveSite } from '@linkspan/release/serve';
import { findProgram } from '@linkspan/stack/programs';
import { root } from '@linkspan/stack/root';
import { execa } from 'execa';
import { describe, test } from 'vitest';

/** A server that a page and a store can be served by. */
export interface Server {
  readonly name: string;
  /** The program that has to be installed for it. */
  readonly program?: 'nginx' | 'Caddy';
  /** It is configured as `docs/servers` says: it compresses, serves whole stores, and tells live documents apart. */
  readonly isPublished: boolean;
  /** `program`: its path. */
  start(folders: Folders, program: string): Promise<Running>;
}

/** A deployed page, and a store or one remote's folder of it. */
interface Folders {
  readonly site: string;
  readonly store: string;
}

/** Where the page's server and the store's are. */
export interface Origins {
  readonly page: string;
  readonly store: string;
}

/** Both, running. */
export interface Running extends Origins {
  /** The file of the certificate that both have signed for themselves; the practice server speaks HTTP. */
  readonly certificate?: string;
  /** Where HTTP leads to HTTPS. */
  readonly plain?: string;
  close(): Promise<void>;
}

export const servers: readonly Server[] = [
  { name: 'nginx', program: 'nginx', isPublished: true, start: startNginx },
  { name: 'Caddy', program: 'Caddy', isPublished: true, start: startCaddy },
  {
    name: 'the practice server',
    isPublished: false,
    async start({ site, store }) {
      const page = await serveSite(site, { port: 0 });
      const files = await serve(store, { port: 0, cors: true });
      return {
        ...toOrigins([page.port, files.port], 'http'),
        async close() {
          await page.close();
          await files.close();
        },
      };
    },
  },
];

/** Registers tests that need a program. They are given the paths of its files; if it is not installed, one test is skipped. */
export async function describeWith(
  program: Parameters<typeof findProgram>[0],
  name: string,
  define: (paths: readonly string[]) => void,
): Promise<void> {
  const paths = await findProgram(program);
  if (paths) describe(name, () => define(paths));
  else test(name, ({ skip }) => skip(`${program} is not installed`));
}

/** nginx, running. */
export interface Nginx extends Running {
  readonly certificate: string;
  /** The paths that were asked for, of both servers, in their order. */
  requests(): Promise<readonly string[]>;
}

/**
 * Starts nginx with the published configuration, in which ports and folders alone are replaced. `fill` puts into the
 * folders what depends on where they are served, before they are.
 */
export async function startNginx(
  { site, store }: Folders,
  program: string,
  fill?: (at: Origins) => Promise<unknown>,
): Promise<Nginx> {
  const folder = await mkdtemp(join(tmpdir(), 'linkspan-nginx-'));
  const published = join(root, 'docs/servers');
  const [plain = 0, ...ports] = await findFreePorts(3);
  const { certificate, key } = await makeCertificate(folder);
  await fill?.(toOrigins(ports));
  const text = replaceEach(
    (await readFile(join(published, 'nginx.conf'), 'utf8')).replace(/^ *listen \[::\].*\n/gm, ''),
    [
      ['listen 80;', `listen 127.0.0.1:${plain};`],
      ['https://$host$', `https://$host:${ports[0]}$`],
      ['include /srv/linkspan/site/', `include ${site}/`],
      ['root /srv/linkspan/site;', `root ${site};`],
      ['root /srv/linkspan/store;', `root ${store};`],
      ...['wallets', 'remotes'].flatMap((name, at): [string, string][] => [
        [`server_name ${name}.example;`, 'server_name localhost;'],
        [`/etc/letsencrypt/live/${name}.example/fullchain.pem`, certificate],
        [
          `/etc/letsencrypt/live/${name}.example/privkey.pem`,
          `${key}; listen 127.0.0.1:${ports[at]} ssl http2`,
        ],
      ]),
    ],
  ).replaceAll('listen 443 ssl http2;', '');
  await mkdir(join(folder, 'conf/snippets'), { recursive: true });
  await cp(join(published, 'nginx-files.conf'), join(folder, 'conf/snippets/nginx-files.conf'));
  await writeFile(join(folder, 'conf/linkspan.conf'), text);
  await writeFile(join(folder, 'conf/nginx.conf'), aroundNginx(folder));
  // It says by which method it waits once it listens.
  const ready = /using the "\w+" event method/;
  const close = await run([program, '-p', folder, '-c', 'conf/nginx.conf', '-e', 'stderr'], {
    folder,
    ready,
  });
  return {
    ...{ ...toOrigins(ports), certificate, plain: `http://localhost:${plain}` },
    async requests() {
      const log = await readFile(join(folder, 'access.log'), 'utf8');
      return [...log.matchAll(/"GET (\S+) HTTP/g)].map(([, path = '']) => path);
    },
    close,
  };
}

/** What a system's own configuration has around the published one; one process, so that no other user reads. */
function aroundNginx(folder: string): string {
  const bodies = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  return `daemon off; master_process off; pid ${folder}/pid; error_log stderr notice; events {}
http { access_log ${folder}/access.log; ${bodies.join(' ')} include linkspan.conf; }`;
}

/** Starts Caddy with the published configuration, in which names and folders alone are replaced. */
async function startCaddy({ site, store }: Folders, program: string): Promise<Running> {
  const folder = await mkdtemp(join(tmpdir(), 'linkspan-caddy-'));
  const [plain = 0, ...ports] = await findFreePorts(3);
  const origins = toOrigins(ports);
  const { certificate, key } = await makeCertificate(folder);
  const published = await readFile(join(root, 'docs/servers/Caddyfile'), 'utf8');
  const text = published
    .replace('wallets.example {', `${origins.page} {\n\ttls ${certificate} ${key}`)
    .replace('remotes.example {', `${origins.store} {\n\ttls ${certificate} ${key}`)
    .replaceAll('/srv/linkspan/site', site)
    .replaceAll('/srv/linkspan/store', store);
  const file = join(folder, 'Caddyfile');
  await writeFile(file, `{\n\tadmin off\n\thttp_port ${plain}\n\thttps_port ${ports[0]}\n}\n${text}`);
  const args = [program, 'run', '--config', file, '--adapter', 'caddyfile'];
  const close = await run(args, { folder, ready: /serving initial configuration/ });
  return { ...origins, certificate, plain: `http://localhost:${plain}`, close };
}

function toOrigins([page, store]: readonly number[], scheme = 'https'): Origins {
  return { page: `${scheme}://localhost:${page}`, store: `${scheme}://localhost:${store}` };
}

/** A certificate for localhost, which is good for a day. */
async function makeCertificate(
  folder: string,
): Promise<{ readonly certificate: string; readonly key: string }> {
  const [certificate, key] = ['certificate.pem', 'key.pem'].map((name) => join(folder, name)) as [
    string,
    string,
  ];
  const made = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1'];
  const named = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  await execa('openssl', ['req', ...made, ...named, '-keyout', key, '-out', certificate]);
  return { certificate, key };
}

function replaceEach(text: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((before, [found, by]) => {
    if (before.split(found).length !== 2) throw new Error(`The configuration should have ${found} once`);
    return before.replace(found, by);
  }, text);
}

/** Starts a program that is ready once it says so. Rejects with what it says if it does not start. */
async function run(
  [program = '', ...args]: readonly string[],
  { folder, ready }: { readonly folder: string; readonly ready: RegExp },
): Promise<() => Promise<void>> {
  const child = spawn(program, args, {
    env: { ...process.env, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stderr })) {
    said.push(line);
    if (!ready.test(line)) continue;
    child.stderr.resume();
    return async () => {
      child.kill('SIGTERM');
      await once(child, 'exit');
      await rm(folder, { recursive: true, force: true });
    };
  }
  throw new Error(`${program} did not start: ${said.join('\n')}`);
}
