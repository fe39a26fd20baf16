import { readdir, readFile } from 'node:fs/promises';
import { basename, dirname, join, sep } from 'node:path';

/** An installed package whose code is in a build. */
export interface Package {
  /** `name@version`. */
  readonly id: string;
  /** As its `package.json` names it, such as an SPDX expression; undefined if it names none. */
  readonly license: string | undefined;
  readonly author: string | undefined;
  /** Its license files and notices, also those of its folders with built-in code. */
  readonly texts: readonly string[];
}

/**
 * The installed packages that modules come from, sorted by name. The ids are those of a build: paths, perhaps with a
 * query; virtual modules and those of the workspace belong to no package.
 */
export async function findPackages(modules: readonly string[]): Promise<readonly Package[]> {
  const files = modules.map((id) => id.replace(/^\0|[?#].*$/g, ''));
  const folders = new Set(files.filter((file) => file.split(sep).includes('node_modules')).map(dirname));
  const found = new Map<string, Package>();
  for (const folder of [...folders].sort()) {
    const one = await readPackage(folder);
    const texts = one && [...new Set([...(found.get(one.id)?.texts ?? []), ...one.texts])];
    if (texts) found.set(one.id, { ...one, texts });
  }
  return [...found.values()].sort((one, other) => (one.id < other.id ? -1 : 1));
}

/** Not every package.json names a package: some only say how the files beside them are written. */
async function readPackage(folder: string, inner: readonly string[] = []): Promise<Package | undefined> {
  if (basename(folder) === 'node_modules') return undefined;
  const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}');
  const { name, version, license, licenses, author } = JSON.parse(text);
  const texts = [...(await readLicenses(folder)), ...inner];
  if (!name || !version) return readPackage(dirname(folder), texts);
  const id = `${name}@${version}`;
  return { id, license: toName(license ?? licenses), author: toName(author), texts };
}

const licenseFile = /^(un)?licen[cs]e|^cop(ying|yright)|^notice|^third[-_]?party|\.licen[cs]e\.txt$/i;
const codeFile = /\.([cm]?[jt]sx?|json|map|html)$/i;

async function readLicenses(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries
    .filter((one) => one.isFile() && licenseFile.test(one.name) && !codeFile.test(one.name))
    .map(({ name }) => name);
  const texts = await Promise.all(names.sort().map((name) => readFile(join(folder, name), 'utf8')));
  return texts.map((text) =>
    text
      .replace(/^\uFEFF/, '')
      .replace(/[ \t]*\r?\n/g, '\n')
      .trim(),
  );
}

/** A name as a `package.json` has it: a text, an object as in older ones, or a list of either. */
function toName(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.map(toName).filter(Boolean).join(' OR ') || undefined;
  if (typeof value === 'object' && value !== null)
    return toName('type' in value ? value.type : 'name' in value ? value.name : undefined);
  return typeof value === 'string' ? value.replace(/ *<[^>]*>/g, '').trim() || undefined : undefined;
}

/**
 * The notices that the licenses of packages ask for, each text once; undefined without packages. The same packages give
 * the same text. Warns of each package that names no license.
 */
export function toNotices(packages: readonly Package[], warn: (text: string) => void): string | undefined {
  for (const { id, license, texts } of packages)
    if (license === undefined && texts.length === 0) warn(`${id} is built in and names no license.`);
  if (packages.length === 0) return undefined;
  const users = new Map<string, Package[]>();
  for (const one of packages)
    for (const text of one.texts) users.set(text, [...(users.get(text) ?? []), one]);
  const sections = [...users].map(([text, list]) => `${list.map(toLine).join('\n')}\n\n${text}\n`);
  const bare = packages.filter(({ texts }) => texts.length === 0);
  const list = bare.map((one) => toLine(one) + (one.author ? `, by ${one.author}` : ''));
  if (bare.length > 0) sections.push(`Without a license text:\n\n${list.join('\n')}\n`);
  const line = `\n${'-'.repeat(80)}\n\n`;
  return ['These files contain code of the following packages.\n', ...sections].join(line);
}

function toLine({ id, license = 'names no license' }: Package): string {
  return `${id} (${license.replace(/^\((.*)\)$/, '$1')})`;
}
