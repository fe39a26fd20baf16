import { readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { blocklistName, parsePayload, readEnvelope } from '@linkspan/trust';
import { type SealedFile, type SealedHeaders, type SealedPage, sealFormat } from '@linkspan/trust/seal';
import { Refusal } from '../errors.ts';
import { integrityOf, readNamedFile, readTextFile } from '../files.ts';
import { toContentType } from '../store/store.ts';
import { describePage } from './describe-page.ts';

/** A deployed site as it lies in its folder. */
export interface Site {
  readonly files: readonly SealedFile[];
  readonly headers: readonly SealedHeaders[];
  readonly page: SealedPage;
}

/** What a server is told by, and does not serve. */
const headersName = '_headers';

/**
 * Reads the site that a deploy of the host has written. What begins with a dot is served to nobody, `.well-known` excepted, and what lies packed
 * beside a file is the same file. The block list changes without a deploy, and is not sealed. Rejects with `command/no-site`.
 */
export async function readSite(folder: string, progress: (text: string) => void): Promise<Site> {
  const names = await listServedFiles(folder);
  const there = new Set(names);
  for (const name of ['index.html', headersName])
    if (!there.has(name)) throw toNoSite(folder, `${name} is missing`);
  const isSealed = (name: string) => name !== headersName && name !== blocklistName && !isPacked(name, there);
  const sealed = names.filter(isSealed);
  const files: SealedFile[] = [];
  for (const [index, path] of sealed.entries()) {
    progress(`Reading ${path}, ${index + 1} of ${sealed.length}`);
    const bytes = await readNamedFile(join(folder, path));
    if (!isSeal(path, bytes)) files.push(toFile(path, bytes));
  }
  const page = describePage(await readTextFile(join(folder, 'index.html')));
  if (page === undefined)
    throw toNoSite(folder, 'its index.html carries no roots: it is not what a deploy writes');
  return { files, headers: parseHeadersFile(await readTextFile(join(folder, headersName))), page };
}

function toFile(path: string, bytes: Uint8Array): SealedFile {
  return {
    path: toSitePath(path),
    bytes: bytes.length,
    integrity: integrityOf(bytes),
    type: toContentType(path),
  };
}

/** The path of a file as a browser writes it. */
function toSitePath(path: string): string {
  const plain = path.replace(/[%\\?#\t\r\n]/g, encodeURIComponent);
  return new URL(`https://site.invalid/${plain}`).pathname.slice(1);
}

/** One that is published with the page changes after the page was sealed, and vouches for itself. */
function isSeal(path: string, bytes: Uint8Array): boolean {
  return path.endsWith('.json') && versionOf(bytes) !== undefined;
}

function isPacked(name: string, there: ReadonlySet<string>): boolean {
  const plain = name.replace(/\.(gz|br|zst)$/, '');
  return plain !== name && there.has(plain);
}

/** Every file that may be served, relative to the folder, in the order of their names. */
async function listServedFiles(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => {
    throw toNoSite(folder, 'it is not there');
  });
  const paths = entries
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'));
  return paths.filter((path) => !/(^|\/)\./.test(path.replace(/^\.well-known\//, ''))).sort();
}

/**
 * The rules of a `_headers` file, which the deploy writes for static hosts: a line with a path, then its headers, each
 * indented. Lines that begin with `#` are passed over.
 */
export function parseHeadersFile(text: string): readonly SealedHeaders[] {
  const rules: { path: string; values: Record<string, string> }[] = [];
  for (const line of text.split(/\r?\n/)) {
    const [, name, value = ''] = /^\s+([\w-]+):\s*(.*?)\s*$/.exec(line) ?? [];
    if (line.startsWith('/')) rules.push({ path: line.trim(), values: {} });
    else if (name !== undefined) Object.assign(rules.at(-1)?.values ?? {}, { [name.toLowerCase()]: value });
  }
  return rules;
}

/**
 * The headers that a path is to have, each with the values of all rules for it. A server sends the last of them, or, as
 * static hosts do, all joined.
 */
export function headersOf(
  path: string,
  rules: readonly SealedHeaders[],
): ReadonlyMap<string, readonly string[]> {
  const isMeant = (form: string) => (form.endsWith('*') ? path.startsWith(form.slice(0, -1)) : path === form);
  const found = new Map<string, readonly string[]>();
  for (const { values } of rules.filter((rule) => isMeant(rule.path)))
    for (const [name, value] of Object.entries(values)) found.set(name, [...(found.get(name) ?? []), value]);
  return found;
}

/** The version of a seal; undefined if the bytes are none. Nothing is verified. */
export function versionOf(bytes: Uint8Array): number | undefined {
  try {
    const { payload } = readEnvelope(sealFormat, bytes, 'host');
    return parsePayload(sealFormat, payload, 'host').version;
  } catch {
    return undefined;
  }
}

function toNoSite(folder: string, why: string): Refusal {
  const sentence = `${folder} is no site of a deployed page: ${why}. Name the folder that the deploy of the host has written.`;
  return new Refusal('command/no-site', sentence);
}
