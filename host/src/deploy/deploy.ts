import { cp, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { contractVersion } from '@linkspan/contract';
import { type Blocklist, blocklistName } from '@linkspan/trust';
import { toCanonicalJson } from '@linkspan/trust/sign';
import type { PageData } from '../bootstrap/page.ts';
import { type ConfigSource, parseConfig, toMistake, toPageConfig } from '../config.ts';
import type { PageTrust } from '../releases/page-trust.ts';
import { readBrand } from './brand.ts';
import { toHeaderFiles, toHeaders, toOwnPaths } from './headers.ts';
import { readJsonFile } from './read-configured.ts';
import { readTrust, type UnmetWallet } from './read-trust.ts';
import { renderPage } from './render-page.tsx';

/** The parameters of a deploy. */
export interface Deployment {
  /** Folder of the built host. */
  readonly built: string;
  readonly configFile: string;
  /** Folder of the site. */
  readonly site: string;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/**
 * Renders a configuration into the page of a built host, with its brand. Beside the page it writes copies of live documents,
 * `linkspan.json` with the libraries for publishers, and headers for the server. The page is written last and nothing is
 * deleted, so that open pages find their scripts. Returns a sentence for each wallet that the configuration does not allow.
 * Rejects with `config/malformed` or `config/duplicate`, and then changes nothing in the site.
 */
export async function deploy({ built, configFile, site, now }: Deployment): Promise<readonly string[]> {
  const source = parseConfig(await readJsonFile(configFile));
  if (source.development)
    throw toMistake('development', 'left out: a deployed page accepts only signed releases');
  const { parts, ...about } = await readBuilt(join(built, 'page'));
  const at = { folder: dirname(configFile), site, now, offered: about.offered };
  const brand = await readBrand(source.brand, at.folder);
  const { documents, ahead, unmet, ...trust } = await readTrust(source, at);
  const config = toPageConfig(source);
  const data: PageData = { ...about, config, trust: toJson(trust) };
  const page = renderPage(data, { ...parts, ahead, brand, preview: source.preview });
  for (const folder of ['documents', '.headers']) await mkdir(join(site, folder), { recursive: true });
  await cp(join(built, 'client'), site, { recursive: true });
  for (const [path, bytes] of documents) await replace(join(site, path), bytes);
  await replace(join(site, 'linkspan.json'), toOffer(data));
  await writeMissingBlocklist(join(site, blocklistName), trust.blocklist);
  const files = toHeaderFiles(toHeaders(source), toOwnPaths(source));
  for (const [path, text] of files) await replace(join(site, path), text);
  await replace(join(site, 'index.html'), page);
  return unmet.map((one) => sayUnmet(one, source, configFile));
}

/** With whole lines, to replace those of the configuration. */
function sayUnmet({ family, wallet, lacks }: UnmetWallet, config: ConfigSource, file: string): string {
  const lines = (['frames', 'framedBy', 'connect'] as const)
    .filter((name) => lacks[name])
    .map((name) => `"${name}": ${JSON.stringify([...(config[name] ?? []), ...(lacks[name] ?? [])])}`);
  return `${family}: ${wallet} is not offered. To offer it, ${file} needs ${lines.join(' and ')}.`;
}

async function readBuilt(folder: string) {
  const read = (name: string) => readFile(join(folder, name), 'utf8');
  const [style, handover, about] = await Promise.all([read('style.css'), read('boot.js'), read('page.json')]);
  const data: Pick<PageData, 'early' | 'hostModule' | 'offered' | 'own'> = JSON.parse(about);
  return { ...data, parts: { style, handover } };
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
async function writeMissingBlocklist(file: string, blocklist: Blocklist): Promise<void> {
  await writeFile(file, `${JSON.stringify(blocklist)}\n`, { flag: 'wx' }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  });
}

/** Replaces a file atomically. */
async function replace(file: string, content: string | Uint8Array): Promise<void> {
  await writeFile(`${file}.new`, content);
  await rename(`${file}.new`, file);
}
