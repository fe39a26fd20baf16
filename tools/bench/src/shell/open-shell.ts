import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '@linkspan/stack/root';
import { deploySite } from '@linkspan/stack/site';
import type { Link } from '../link/open-link.ts';
import type { Certificate } from '../serve/make-certificate.ts';
import { type OwnPath, serveFolder } from '../serve/serve-folder.ts';
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
  /** The remotes are under the page's own origin; else each has an origin of its own. */
  readonly hasOwnPaths: boolean;
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
  /** An address, or a path of the page's origin. */
  readonly url: string;
}

/**
 * Deploys the built host for remotes under its own origin or each under one of its own, and serves it, all through the
 * link.
 */
export async function openShell(options: ShellOptions): Promise<Subject & AsyncDisposable> {
  const { name, link, certificate, hasOwnPaths, alter } = options;
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
    const url = hasOwnPaths ? `/remotes/${remote.name}/` : await carry(folder, { cors: true });
    served.push({ id, folder, url });
  }
  const configFile = join(root, '.linkspan', 'bench', `${name}.config.json`);
  await writeFile(configFile, JSON.stringify(toDeployed(config, served)));
  const site = await deploySite(`bench/${name}`, { configFile });
  if (alter) await alterPage(join(site, 'index.html'), alter);
  const read = async (file: string) => JSON.parse(await readFile(join(site, '.headers', file), 'utf8'));
  const own = (await read('paths.json')) as readonly Omit<OwnPath, 'folder'>[];
  const paths = own.map((one) => ({
    ...one,
    folder: served.find(({ url }) => url === one.path)?.folder ?? join(site, one.path),
  }));
  const url = await carry(site, { headers: await read('headers.json'), paths });
  const homes = served.map((one) => [one.id, [new URL(one.url, url).href]]);
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

/** The configuration with the address and the documents of each remote. */
function toDeployed(config: ShellConfig, served: readonly Served[]) {
  const families = config.families.map((family, at) => {
    const { folder = '', url } = served[at] ?? {};
    const documents = { root: join(folder, 'root', '1.json'), live: join(folder, 'live.json') };
    const { name } = family.remote;
    return { ...family, remote: { name, url, ...documents } };
  });
  return { ...config, families };
}
