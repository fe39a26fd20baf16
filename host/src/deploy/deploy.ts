import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { contractVersion } from '@linkspan/contract';
import { sayPublicNodes } from '@linkspan/contract/short-config';
import { blocklistName } from '@linkspan/trust';
import { toCanonicalJson } from '@linkspan/trust/sign';
import type { PageData } from '../bootstrap/page.ts';
import { type ConfigSource, type PageConfig, toMistake, toPageConfig } from '../config.ts';
import { isPinned, type PageTrust } from '../releases/page-trust.ts';
import {
  findWorkers,
  readApplicationFiles,
  readDevelopmentPage,
  readPages,
  sayBlocked,
} from './application.ts';
import { type ApplicationFiles, type ApplicationPage, hashOf, toAddress } from './application-page.ts';
import { readBrand } from './brand.ts';
import { toClosedPaths } from './closed-paths.ts';
import { toHeaderFiles } from './header-files.ts';
import { type PageHeaders, toHeaders, toOwnPaths, toWorkerHeaders } from './headers.ts';
import { readConfig } from './read-config.ts';
import { readTrust, type UnmetWallet } from './read-trust.ts';
import { type PageParts, renderMarkup, renderMissing, renderPage, renderShell } from './render-page.tsx';
import { writeSite } from './write-site.ts';

/** The parameters of a deploy. */
export interface Deployment {
  /** Folder of the built host. */
  readonly built: string;
  readonly configFile: string;
  /** A configuration in place of that in the file, whose folder its paths are relative to. */
  readonly config?: unknown;
  /** Folder of the site. */
  readonly site: string;
  /** Folder of a built application, which the shell becomes a part of; may be the site itself. */
  readonly app?: string | undefined;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Renders a configuration into the page of a built host, with its brand. Beside the page it writes copies of live documents,
 * `linkspan.json` with the libraries for publishers, and headers for the server. Each file appears whole, the page last, and
 * nothing is deleted, so that open pages find their scripts. Returns lines about what the configuration should have besides.
 * Rejects with `config/malformed`, `config/duplicate` or `config/site`, and then changes nothing in the site.
 */
export async function deploy(deployment: Deployment): Promise<readonly string[]> {
  const { built, configFile, site, app } = deployment;
  const { source, isShort, data, parts, copied, unmet } = await prepare(
    deployment,
    app === undefined ? 'whole' : 'application',
  );
  const files = app === undefined ? undefined : await readApplicationFiles(app, site, source);
  const pages = files && readPages(files, source, isPinned(data.trust));
  const client = await readFolder(join(built, 'client'));
  if (files) {
    assertApart(files, client);
    await assertUnchanged(files, site);
  }
  const workers = files ? findWorkers(files, source.app?.workers) : [];
  const served = { ...data, config: toServed(data.config, workers) };
  const own =
    files && pages
      ? listApplication(files, pages, (page) => renderShell({ ...served, application: page.data }, parts))
      : [
          ['404.html', renderMissing(source.title)] as const,
          ['index.html', renderPage(served, parts)] as const,
        ];
  const written = new Map([...client, ...copied, ['linkspan.json', toOffer(data)] as const, ...own]);
  const addresses = pages?.map(({ address }) => address) ?? ['/404.html', '/index.html'];
  const headers = toHeaderFiles(toHeaders(source), {
    pages: addresses,
    closed: toClosedPaths(await listServed(site, written, source), [...addresses, ...workers]),
    remotes: toOwnPaths(source),
    ...{ workers, workerHeaders: toWorkerHeaders(source) },
  });
  await writeSite(
    site,
    // Pages last: what they load is there by then.
    new Map([...headers, ...written]),
    // An existing list may have changed since it was read.
    new Map([[blocklistName, `${JSON.stringify(data.trust?.blocklist)}\n`]]),
  );
  return [
    ...(isShort ? sayUnpaired(unmet, source) : sayUnmet(unmet, source, configFile)),
    ...sayPublicNodes(source),
    ...(files ? sayBlocked(files, source) : []),
  ];
}

/** The configuration as the page has it: with its workers by their addresses. */
function toServed(config: PageConfig, workers: readonly string[]): PageConfig {
  return workers.length > 0 ? { ...config, app: { ...config.app, workers } } : config;
}

/**
 * The addresses of all files that the site will have but those of remotes: of earlier deploys, of people, and the practice
 * wallets, which come after the deploy.
 */
async function listServed(
  site: string,
  written: ReadonlyMap<string, unknown>,
  source: ConfigSource,
): Promise<readonly string[]> {
  const there = await readdir(site, { recursive: true, withFileTypes: true }).catch(() => []);
  const names = there
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(site, join(parentPath, name)).split(sep).join('/'))
    .filter((name) => !/(^|\/)\./.test(name.replace(/^\.well-known\//, '')) && name !== '_headers');
  const { practice } = source;
  const later = practice?.module.startsWith('/') ? [practice.module] : [];
  return [
    ...[...names, ...written.keys(), blocklistName].map((name) => toAddress(`/${name}`)),
    ...later,
  ].filter((address) => !toOwnPaths(source).some((path) => address.startsWith(path)));
}

/** What a page is rendered from: the configuration, verified documents, and the built host. */
interface Prepared {
  readonly source: ConfigSource;
  /** Whether it was written in its short form. */
  readonly isShort: boolean;
  readonly data: PageData;
  readonly parts: PageParts;
  /** Copies of live documents and of packages, and the script of the shell, by their paths. */
  readonly copied: ReadonlyMap<string, Uint8Array>;
  readonly unmet: readonly UnmetWallet[];
}

async function prepare(
  { built: folder, configFile, config: given, site, now }: Omit<Deployment, 'app'>,
  kind: 'whole' | 'application',
): Promise<Prepared> {
  const { source: read, isShort, files: brought } = await readConfig(configFile, given);
  const { app = {}, ...configured } = read;
  const source: ConfigSource = kind === 'whole' ? configured : { ...configured, app };
  if (source.development)
    throw toMistake('development', 'left out: a deployed page accepts only signed releases');
  const page = join(folder, 'page');
  const { early: scripts, own, ...about } = await readAbout(page);
  const at = { folder: dirname(configFile), site, now, offered: about.offered };
  const brand = await readBrand(source.brand, at.folder);
  const { files: copied, ahead, unmet, copies, ...trust } = await readTrust(source, at);
  const isOfPackages = isPinned(trust);
  const parts = {
    ...(await readParts(page, kind, isOfPackages)),
    ...{ ahead, brand, preview: source.preview },
  };
  const config = toPageConfig(source);
  const isAlone = kind === 'application' && isOfPackages;
  const built = { address: scripts[kind], integrity: own.integrity[scripts[kind]] ?? '' };
  const early: EarlyScript = isAlone ? await completeEarly(page, renderMarkup(config, parts)) : built;
  // A page has one early script, and knows no hash of another.
  const others = Object.entries(own.integrity).filter(
    ([address]) => !Object.values(scripts).includes(address),
  );
  const integrity = Object.fromEntries([...others, [early.address, early.integrity]]);
  const data: PageData = {
    ...{ ...about, config, trust: toJson(trust), early: early.address, own: { ...own, integrity } },
    ...(kind === 'application' && !isOfPackages && { copies }),
  };
  const files = [
    ...brought,
    ...copied,
    ...(early.bytes ? [[early.address.slice(1), early.bytes] as const] : []),
  ];
  return { source, isShort, data, copied: new Map(files), unmet, parts };
}

interface EarlyScript {
  readonly address: string;
  readonly integrity: string;
  /** Undefined if it is one of the built host's files. */
  readonly bytes?: Uint8Array;
}

/** The early script with the shell's markup before it, for a page whose HTML does not have that. */
async function completeEarly(page: string, markup: string): Promise<EarlyScript> {
  const bytes = new TextEncoder().encode(markup + (await readFile(join(page, 'early-pinned.js'), 'utf8')));
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 8);
  return { address: `/assets/early-pinned-${hash}.js`, integrity: hashOf(bytes), bytes };
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
  const { source, data, parts, copied } = await prepare(deployment, 'application');
  const page = readDevelopmentPage(html, source, isPinned(data.trust));
  // A development server names its files otherwise.
  const workers = source.app?.workers?.length ? ['/'] : [];
  const served = { ...data, config: toServed(data.config, workers) };
  const texts = {
    '/linkspan.json': toOffer(data),
    [`/${blocklistName}`]: JSON.stringify(data.trust?.blocklist),
  };
  return {
    html: page.render(renderShell({ ...served, application: page.data }, parts)),
    headers: toHeaders({ ...source, connect: [...(source.connect ?? []), ...sockets] }),
    files: new Map([
      ...[...copied].map(([path, bytes]) => [`/${path}`, bytes] as const),
      ...Object.entries(texts).map(([address, text]) => [address, new TextEncoder().encode(text)] as const),
      ...page.inlined,
    ]),
  };
}

/** The files of a folder by their paths in it. */
async function readFolder(folder: string): Promise<ReadonlyMap<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (entry.isDirectory()) continue;
    const file = join(entry.parentPath, entry.name);
    found.set(relative(folder, file).split(sep).join('/'), await readFile(file));
  }
  return found;
}

/**
 * Throws `config/malformed` for a file that would replace one of the host's: under the same name, on a file system that knows
 * no capitals too. The very same file is no other.
 */
function assertApart(files: ApplicationFiles, client: ReadonlyMap<string, Uint8Array>): void {
  const names = new Map([...files.keys()].map((address) => [address.toLowerCase(), address]));
  for (const [name, bytes] of client) {
    const path = toAddress(`/${name}`);
    const address = names.get(path.toLowerCase());
    if (address === undefined) continue;
    if (address === path && Buffer.compare(bytes, files.get(address) ?? new Uint8Array()) === 0) continue;
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

/** An application's files by their paths, and its pages last. */
function listApplication(
  files: ApplicationFiles,
  pages: readonly ApplicationPage[],
  toHead: (page: ApplicationPage) => string,
): readonly (readonly [string, Uint8Array | string])[] {
  const toPath = (address: string) => decodeURIComponent(address.slice(1));
  const addresses = new Set(pages.map(({ address }) => address));
  return [
    ...[...files, ...pages.flatMap(({ inlined }) => [...inlined])].flatMap(([address, bytes]) =>
      addresses.has(address) ? [] : [[toPath(address), bytes] as const],
    ),
    ...pages.map((page) => [toPath(page.address), page.render(toHead(page))] as const),
  ];
}

/** What a short configuration has no line for yet: all other wallets are offered by its networks. */
function sayUnpaired(unmet: readonly UnmetWallet[], { practice }: ConfigSource): readonly string[] {
  if (practice || !unmet.some(({ wallet }) => wallet === 'walletconnect')) return [];
  return ["WalletConnect is not offered without a project. Name yours: walletConnect: { projectId: '…' }."];
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

async function readParts(
  folder: string,
  kind: 'whole' | 'application',
  isOfPackages: boolean,
): Promise<Pick<PageParts, 'style' | 'handover'>> {
  const suffix = kind === 'whole' ? '' : '-application';
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const [style, handover] = await Promise.all([
    read(`style${suffix}.css`),
    read(`boot${isOfPackages ? '-pinned' : ''}${suffix}.js`),
  ]);
  return { style, handover };
}

async function readAbout(folder: string): Promise<Built> {
  return JSON.parse(await readFile(join(folder, 'page.json'), 'utf8'));
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
