import { cp, mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { contractVersion } from '@linkspan/contract';
import { type Blocklist, blocklistName } from '@linkspan/trust';
import { toCanonicalJson } from '@linkspan/trust/sign';
import type { PageData } from '../bootstrap/page.ts';
import { type ConfigSource, parseConfig, toMistake, toPageConfig } from '../config.ts';
import type { PageTrust } from '../releases/page-trust.ts';
import { readApplicationFiles, readDevelopmentPage, readPages, sayBlocked } from './application.ts';
import { type ApplicationFiles, type ApplicationPage, toAddress } from './application-page.ts';
import { readBrand } from './brand.ts';
import { type PageHeaders, toAssetHeaders, toHeaderFiles, toHeaders, toOwnPaths } from './headers.ts';
import { readJsonFile } from './read-configured.ts';
import { readTrust, type UnmetWallet } from './read-trust.ts';
import { type PageParts, renderMissing, renderPage, renderShell } from './render-page.tsx';

/** The parameters of a deploy. */
export interface Deployment {
  /** Folder of the built host. */
  readonly built: string;
  readonly configFile: string;
  /** Folder of the site. */
  readonly site: string;
  /** Folder of a built application, which the shell becomes a part of; may be the site itself. */
  readonly app?: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Renders a configuration into the page of a built host, with its brand. Beside the page it writes copies of live documents,
 * `linkspan.json` with the libraries for publishers, and headers for the server. The page is written last and nothing is
 * deleted, so that open pages find their scripts. Returns lines about wallets that the configuration does not offer.
 * Rejects with `config/malformed` or `config/duplicate`, and then changes nothing in the site.
 */
export async function deploy(deployment: Deployment): Promise<readonly string[]> {
  const { built, configFile, site, app } = deployment;
  const { source, data, parts, documents, unmet } = await prepare(
    deployment,
    app === undefined ? 'whole' : 'application',
  );
  const files = app === undefined ? undefined : await readApplicationFiles(app, site, source);
  const pages = files && readPages(files, source);
  if (files) {
    await assertApart(files, join(built, 'client'));
    await assertUnchanged(files, site);
  }
  for (const folder of ['documents', '.headers']) await mkdir(join(site, folder), { recursive: true });
  await cp(join(built, 'client'), site, { recursive: true });
  for (const [path, bytes] of documents) await replace(join(site, path), bytes);
  await replace(join(site, 'linkspan.json'), toOffer(data));
  await writeMissingBlocklist(join(site, blocklistName), data.trust?.blocklist);
  const headers = toHeaderFiles(toHeaders(source), toOwnPaths(source), {
    assets: toAssetHeaders(source),
    pages: pages?.map(({ address }) => address) ?? [],
  });
  for (const [path, text] of headers) await replace(join(site, path), text);
  if (files === undefined || pages === undefined) {
    await replace(join(site, '404.html'), renderMissing(source.title));
    await replace(join(site, 'index.html'), renderPage(data, parts));
  } else
    await writeApplication(site, files, pages, (page) =>
      renderShell({ ...data, application: page.data }, parts),
    );
  return [...sayUnmet(unmet, source, configFile), ...(files ? sayBlocked(files, source) : [])];
}

/** What a page is rendered from: the configuration, verified documents, and the built host. */
interface Prepared {
  readonly source: ConfigSource;
  readonly data: PageData;
  readonly parts: PageParts;
  /** Copies of live documents by their paths. */
  readonly documents: ReadonlyMap<string, Uint8Array>;
  readonly unmet: readonly UnmetWallet[];
}

async function prepare(
  { built, configFile, site, now }: Omit<Deployment, 'app'>,
  kind: 'whole' | 'application',
): Promise<Prepared> {
  const { app = {}, ...configured } = parseConfig(await readJsonFile(configFile));
  const source: ConfigSource = kind === 'whole' ? configured : { ...configured, app };
  if (source.development)
    throw toMistake('development', 'left out: a deployed page accepts only signed releases');
  const { parts, ...about } = await readBuilt(join(built, 'page'), kind);
  const at = { folder: dirname(configFile), site, now, offered: about.offered };
  const brand = await readBrand(source.brand, at.folder);
  const { documents, ahead, unmet, ...trust } = await readTrust(source, at);
  const data: PageData = { ...about, config: toPageConfig(source), trust: toJson(trust) };
  return { source, data, documents, unmet, parts: { ...parts, ahead, brand, preview: source.preview } };
}

/** An application's page in development, rendered at each load. */
export interface DevelopmentPage {
  readonly html: string;
  readonly headers: PageHeaders;
  /** What the page loads from its server, beside the built host's files: by address. */
  readonly files: ReadonlyMap<string, Uint8Array>;
}

/**
 * The page of an application as its development server has it: the shell and the remotes are those of a deploy, with their
 * signatures and hashes. The application's own modules have no hash, and come from the server alone. Rejects as `deploy`.
 */
export async function renderDevelopment(
  deployment: Omit<Deployment, 'app'>,
  html: string,
  sockets: readonly string[],
): Promise<DevelopmentPage> {
  const { source, data, parts, documents } = await prepare(deployment, 'application');
  const page = readDevelopmentPage(html, source);
  const texts = {
    '/linkspan.json': toOffer(data),
    [`/${blocklistName}`]: JSON.stringify(data.trust?.blocklist),
  };
  return {
    html: page.render(renderShell({ ...data, application: page.data }, parts)),
    headers: toHeaders({ ...source, connect: [...(source.connect ?? []), ...sockets] }),
    files: new Map([
      ...[...documents].map(([path, bytes]) => [`/${path}`, bytes] as const),
      ...Object.entries(texts).map(([address, text]) => [address, new TextEncoder().encode(text)] as const),
      ...page.inlined,
    ]),
  };
}

/**
 * Throws `config/malformed` for a file that would replace one of the host's: under the same name, on a file system that knows
 * no capitals too. The very same file is no other.
 */
async function assertApart(files: ApplicationFiles, client: string): Promise<void> {
  const names = new Map([...files.keys()].map((address) => [address.toLowerCase(), address]));
  for (const entry of await readdir(client, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const file = join(entry.parentPath, entry.name);
    const path = toAddress(`/${relative(client, file).split(sep).join('/')}`);
    const address = names.get(path.toLowerCase());
    if (address === undefined) continue;
    if (address === path && (await readFile(file)).equals(files.get(address) ?? new Uint8Array())) continue;
    throw toMistake(`app${address}`, `under another name: the host has ${path}, with other content`);
  }
}

/** Throws `config/malformed` for a file that browsers keep for a year, if the site has it with other content. */
async function assertUnchanged(files: ApplicationFiles, site: string): Promise<void> {
  for (const [address, bytes] of files) {
    if (!/^\/assets\/.*\.([cm]?js|css)$/i.test(address)) continue;
    const deployed = await readFile(join(site, decodeURIComponent(address))).catch(() => undefined);
    if (deployed === undefined || deployed.equals(bytes)) continue;
    throw toMistake(
      `app${address}`,
      'under another name, such as one with its hash: browsers keep what is below /assets/ for a year, and the site has it with other content',
    );
  }
}

/** Writes an application's files, and its pages last. */
async function writeApplication(
  site: string,
  files: ApplicationFiles,
  pages: readonly ApplicationPage[],
  toHead: (page: ApplicationPage) => string,
): Promise<void> {
  const addresses = new Set(pages.map(({ address }) => address));
  const all = [...files, ...pages.flatMap(({ inlined }) => [...inlined])];
  const write = async (address: string, content: string | Uint8Array) => {
    const file = join(site, decodeURIComponent(address));
    await mkdir(dirname(file), { recursive: true });
    await replace(file, content);
  };
  for (const [address, bytes] of all) if (!addresses.has(address)) await write(address, bytes);
  for (const page of pages) await write(page.address, page.render(toHead(page)));
}

/** The wallets that a configuration does not offer, as one list, and all lines of it that would offer them. */
function sayUnmet(unmet: readonly UnmetWallet[], config: ConfigSource, file: string): readonly string[] {
  if (unmet.length === 0) return [];
  const wallets = unmet.map(({ family, wallet }) => `${wallet} (${family})`);
  const allowed = (['connect', 'frames', 'framedBy'] as const).flatMap((name) => {
    const lacking = unmet.flatMap(({ lacks }) => lacks[name] ?? []);
    const all = [...new Set([...(config[name] ?? []), ...lacking])];
    return lacking.length > 0 ? [`"${name}": ${JSON.stringify(all)}`] : [];
  });
  const options = config.families.flatMap(({ title, remote }, at) => {
    const names = unmet.flatMap(({ family, lacks }) => (family === title ? (lacks.options ?? []) : []));
    const all = { ...Object(remote.options), ...Object.fromEntries(names.map((name) => [name, '…'])) };
    return names.length > 0 ? [`families[${at}].remote: "options": ${JSON.stringify(all)}`] : [];
  });
  return [
    `Not offered: ${wallets.join(', ')}. ${file} offers them with these lines:`,
    ...[...allowed, ...options].map((line) => `  ${line}`),
  ];
}

/** A page has one of the two early scripts, and knows no hash of the other. */
async function readBuilt(folder: string, kind: 'whole' | 'application') {
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const suffix = kind === 'whole' ? '' : '-application';
  const [style, handover, text] = await Promise.all([
    read(`style${suffix}.css`),
    read(`boot${suffix}.js`),
    read('page.json'),
  ]);
  const about: Built = JSON.parse(text);
  const { early: scripts, own, ...data } = about;
  const { [kind]: early, ...others } = scripts;
  const integrity = Object.entries(own.integrity).filter(
    ([address]) => !Object.values(others).includes(address),
  );
  return {
    ...data,
    early,
    own: { ...own, integrity: Object.fromEntries(integrity) },
    parts: { style, handover },
  };
}

/** What a build says of itself. */
interface Built extends Required<Pick<PageData, 'hostModule' | 'offered' | 'own'>> {
  readonly early: Readonly<Record<'whole' | 'application', string>>;
}

/** The trust data in the form of JSON: a key's bytes as base64. */
function toJson(trust: PageTrust): PageTrust {
  return JSON.parse(new TextDecoder().decode(toCanonicalJson(trust)));
}

/** The libraries of the page, by which a publisher checks that a release is compatible. */
function toOffer({ config, offered }: PageData): string {
  const remotes = config.families.map(({ remote }) => remote.name);
  return `${JSON.stringify({ contract: contractVersion, offered, remotes }, null, 2)}\n`;
}

/** Writes the block list if the site has none. An existing list may have changed since it was read. */
async function writeMissingBlocklist(file: string, blocklist: Blocklist | undefined): Promise<void> {
  await writeFile(file, `${JSON.stringify(blocklist)}\n`, { flag: 'wx' }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
}

/** Replaces a file atomically. */
async function replace(file: string, content: string | Uint8Array): Promise<void> {
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
}
