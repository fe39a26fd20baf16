import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { serveSite } from '@linkspan/release/serve';
import { deployExample, deploySite } from '@linkspan/stack/site';
import { configFile as commonConfig, outputFolder, stackName } from './stack.ts';

/** A page's configuration, as far as journeys change it. */
export interface SiteConfig {
  families: {
    id: string;
    remote: { name: string; url: string; options?: unknown; root: string; live?: string };
    [field: string]: unknown;
  }[];
  practice?: { module: string; label: string };
  [field: string]: unknown;
}

/** A deployed page on an origin of its own. */
export interface Site extends AsyncDisposable {
  readonly url: string;
  close(): Promise<void>;
}

/** The configuration of the journeys' common page, as a copy of one's own. */
export async function readConfig(): Promise<SiteConfig> {
  return JSON.parse(await readFile(commonConfig, 'utf8'));
}

/** Deploys the built host with another configuration, or beside a built application, and serves it until it is closed. */
export async function openSite(
  name: string,
  config: SiteConfig | PackagedConfig,
  app?: string,
): Promise<Site> {
  const configFile = join(outputFolder, `${name}.config.json`);
  await writeFile(configFile, JSON.stringify(config));
  return openFolder(await deploySite(join(stackName, name), { configFile }, app));
}

/** Builds the example application on the common page's wallets, and serves it until it is closed. */
export async function openExample(): Promise<Site> {
  return openFolder(await deployExample(join(stackName, 'example'), commonConfig));
}

async function openFolder(folder: string): Promise<Site> {
  const server = await serveSite(folder, { port: 0 });
  const url = `http://localhost:${server.port}`;
  return { url, close: server.close, [Symbol.asyncDispose]: server.close };
}

/**
 * A configuration in which one remote lives elsewhere, at an address without a slash at its end; with the documents of
 * that folder of a store, where one is given.
 */
export function withRemoteAt(config: SiteConfig, remote: string, url: string, folder?: string): SiteConfig {
  const documents = folder && { root: join(folder, 'root', '1.json'), live: join(folder, 'live.json') };
  const families = config.families.map((family) =>
    family.remote.name === remote
      ? { ...family, remote: { ...family.remote, url: `${url}/`, ...documents } }
      : family,
  );
  return { ...config, families };
}

/** A configuration whose families, or these alone, take the releases that the packages of their remotes carry. */
export function withPackages(config: SiteConfig, ids?: readonly string[]): PackagedConfig {
  const families = config.families.map(({ remote, ...family }) => {
    const { name, options } = remote;
    const isPackaged = ids === undefined || ids.includes(family.id);
    return { ...family, remote: isPackaged ? { package: `@linkspan/${name}`, options } : remote };
  });
  return { ...config, families };
}

/** As `withPackages` makes it. */
export type PackagedConfig = Omit<SiteConfig, 'families'> & { readonly families: readonly object[] };
