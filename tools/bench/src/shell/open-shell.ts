import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@linkspan/stack/root';
import { deploySite } from '@linkspan/stack/site';
import type { Link } from '../link/open-link.ts';
import type { Certificate } from '../serve/make-certificate.ts';
import { serveFolder } from '../serve/serve-folder.ts';
import { type Subject, toShellMarks } from '../visit/subject.ts';
import { registerFamilies, type ShellConfig } from './register-families.ts';

/** How a shell is put up. */
export interface ShellOptions {
  readonly name: string;
  readonly link: Link;
  readonly certificate: Certificate;
  /** The folder of each remote in a store, by its name. */
  readonly stores: ReadonlyMap<string, string>;
  /** How many families are registered. */
  readonly families: number;
  /** The page's own origin passes on each remote's live document and discovery. */
  readonly isRouted: boolean;
  /** Its page with something else in it; none of a shell as it is deployed. */
  readonly alter?: Alter | undefined;
  /** What tells where the practice chains are. */
  readonly env: Readonly<Record<string, string>>;
}

/** Makes another page of a deployed one. */
export type Alter = (page: string) => Promise<string>;

/** A remote of a page, where it is served. */
interface Served {
  readonly id: string;
  readonly folder: string;
  readonly url: string;
  /** On the page's origin. */
  readonly route: string;
}

/**
 * Deploys the built host for remotes that are each served from an origin of their own, and serves it, all through the
 * link.
 */
export async function openShell(options: ShellOptions): Promise<Subject & AsyncDisposable> {
  const { name, link, certificate, isRouted, alter } = options;
  const servers: AsyncDisposable[] = [];
  const carry = async (folder: string, how: Partial<Parameters<typeof serveFolder>[1]>) => {
    const server = await serveFolder(folder, { certificate, ...how });
    servers.push(server);
    return `https://localhost:${await link.carry(server.port)}/`;
  };
  const config = registerFamilies(options.families, options.env);
  const served: Served[] = [];
  for (const { id, remote } of config.families) {
    const folder = options.stores.get(remote.name);
    if (folder === undefined) throw new Error(`There is no release of ${remote.name}.`);
    const url = await carry(folder, { cors: true });
    served.push({ id, folder, url, route: `/remotes/${remote.name}/` });
  }
  const configFile = join(root, '.linkspan', 'bench', `${name}.config.json`);
  await writeFile(configFile, JSON.stringify(toDeployed(config, served, { isRouted })));
  const site = await deploySite(`bench/${name}`, { configFile });
  if (alter) await alterPage(join(site, 'index.html'), alter);
  const headers = JSON.parse(await readFile(join(site, '.headers', 'headers.json'), 'utf8'));
  const routes = served.map(({ route, folder }) => ({ path: route, folder }));
  const url = await carry(site, { headers, ...(isRouted && { routes }) });
  const homes = served.map((one) => [one.id, [one.url, new URL(one.route, url).href]]);
  return {
    ...{ name, url, homes: Object.fromEntries(homes) },
    marks: toShellMarks(served.map(({ id }) => id)),
    async [Symbol.asyncDispose]() {
      await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()));
    },
  };
}

async function alterPage(file: string, alter: Alter): Promise<void> {
  await writeFile(file, await alter(await readFile(file, 'utf8')));
}

/** The configuration with the address, the route and the documents of each remote. */
function toDeployed(
  config: ShellConfig,
  served: readonly Served[],
  { isRouted }: Pick<ShellOptions, 'isRouted'>,
) {
  const families = config.families.map((family, at) => {
    const { folder = '', url, route } = served[at] ?? {};
    const documents = { root: join(folder, 'root', '1.json'), live: join(folder, 'live.json') };
    const { name } = family.remote;
    return { ...family, remote: { name, url, ...documents, ...(isRouted && { route }) } };
  });
  return { ...config, families };
}
