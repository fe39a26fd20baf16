import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readAddresses } from '@linkspan/practice/addresses';
import { practiceConfig } from '@linkspan/practice/config';
import { root } from '../../../tasks/root.mjs';
import { deploySite } from '../../../tasks/site.mjs';
import type { Link } from '../link/open-link.ts';
import type { Certificate } from '../serve/make-certificate.ts';
import { serveFolder } from '../serve/serve-folder.ts';
import { type Subject, shellMarks } from '../visit/subject.ts';
import type { StoreFolders } from './release-remotes.ts';

/** How a shell is put up. */
export interface ShellOptions {
  readonly name: string;
  readonly link: Link;
  readonly certificate: Certificate;
  readonly stores: StoreFolders;
  /** The page's own origin passes on each remote's live document and discovery. */
  readonly isRouted: boolean;
  /** What tells where the practice chains are. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Deploys the built host for remotes that are each served from an origin of their own, and serves it, all through the
 * link. There are no practice wallets on it: the instant ones come as extensions do.
 */
export async function openShell(options: ShellOptions): Promise<Subject & AsyncDisposable> {
  const { name, link, certificate, stores, isRouted } = options;
  const servers: AsyncDisposable[] = [];
  const carry = async (folder: string, how: Partial<Parameters<typeof serveFolder>[1]>) => {
    const server = await serveFolder(folder, { certificate, ...how });
    servers.push(server);
    return `https://localhost:${await link.carry(server.port)}/`;
  };
  const urls = new Map<string, string>();
  for (const [remote, folder] of Object.entries(stores))
    urls.set(remote, await carry(folder, { cors: true }));
  const routeOf = (remote: string) => `/remotes/${remote}/`;
  const { practice: _, ...config } = practiceConfig(readAddresses(options.env));
  const families = config.families.map((family) => {
    const { remote } = family;
    const folder = stores[remote.name as keyof StoreFolders];
    const documents = { root: join(folder, 'root', '1.json'), live: join(folder, 'live.json') };
    const route = isRouted ? { route: routeOf(remote.name) } : {};
    return { ...family, remote: { name: remote.name, url: urls.get(remote.name), ...documents, ...route } };
  });
  const configFile = join(root, '.linkspan', 'bench', `${name}.config.json`);
  await writeFile(configFile, JSON.stringify({ ...config, families }));
  const site = await deploySite(`bench/${name}`, { configFile });
  const headers = JSON.parse(await readFile(join(site, '.headers', 'headers.json'), 'utf8'));
  const routes = Object.entries(stores).map(([remote, folder]) => ({ path: routeOf(remote), folder }));
  const url = await carry(site, { headers, ...(isRouted && { routes }) });
  const homes = config.families.map(({ id, remote }) => [
    id,
    [`${urls.get(remote.name)}`, new URL(routeOf(remote.name), url).href],
  ]);
  return {
    ...{ name, url, marks: shellMarks, homes: Object.fromEntries(homes) },
    async [Symbol.asyncDispose]() {
      await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
    },
  };
}
