import { cp, readdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import type { Bytes } from '@linkspan/trust';
import { Refusal, UsageError } from '../errors.ts';
import { writeWhole } from '../files.ts';
import type { Args, Context } from '../verb.ts';

/** Folders of files for a new repository, with marks such as `__TITLE__` for its names. */
const templates = resolve(import.meta.dirname, '../../template');

/** The configuration of a page, as a new repository has it. */
export const configName = 'wallets.config.json';

/** Throws `UsageError` for a title that a file could take for something else. */
export function assertTitle(title: string): void {
  const expected = 'letters, digits, spaces, “.” and “-”';
  assertName('--title', title, /^[\p{L}\d][\p{L}\d .-]{0,39}$/u, expected);
}

/** Throws `UsageError` with the expected form of a name. */
export function assertName(what: string, name: string, form: RegExp, expected: string): void {
  if (!form.test(name)) throw new UsageError(`${what} should be ${expected}, not “${name}”.`);
}

/** A repository to be written. */
export interface Repository {
  readonly template: 'page' | 'remote';
  /** Its folder, as `findFreeFolder` has found it. */
  readonly out: string;
  /** What stands in place of each mark. */
  readonly marks: Readonly<Record<string, string>>;
  /** Files beside those of the template, or in their place, by their paths. */
  readonly files?: ReadonlyMap<string, string | Bytes>;
}

/**
 * Writes a template with its names, and the packages that it takes along; returns how many files it has beside these. Throws
 * `command/no-packages`.
 */
export async function writeRepository(
  args: Args,
  context: Context,
  { template, out, marks, files = new Map() }: Repository,
): Promise<number> {
  const given = args.one('packages');
  const packages = await findPackages(given && resolve(context.folder, given));
  const from = join(templates, template);
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const contents = new Map<string, string | Bytes>();
  for (const entry of entries.filter((one) => one.isFile())) {
    const file = join(entry.parentPath, entry.name);
    const text = (await readFile(file, 'utf8'))
      .replace(/__([A-Z]+)__/g, (mark, one: string) => marks[one] ?? mark)
      .replace(/__PACKAGE:([a-z]+)__/g, (_, own: string) => packages.toVersion(own));
    contents.set(toName(file.slice(from.length + 1)), text);
  }
  for (const [path, content] of files) contents.set(path, content);
  // Nothing was written until now, so a refusal leaves no half of a repository.
  for (const [path, content] of contents) await writeWhole(join(out, path), content);
  for (const file of packages.tarballs) await cp(file, join(out, 'packages', basename(file)));
  return contents.size;
}

/** The folder of a new repository. Throws `command/folder-taken`. */
export async function findFreeFolder(args: Args, { folder }: Context, name: string): Promise<string> {
  const out = resolve(folder, args.one('out') ?? name);
  const taken = await readdir(out).catch(({ code }) => (code === 'ENOENT' ? [] : [code]));
  if (taken.length === 0) return out;
  throw new Refusal(
    'command/folder-taken',
    `${out} is not an empty folder. It was left as it is; choose another --out.`,
  );
}

/** npm and git treat these names in a package in their own way. */
function toName(path: string): string {
  return path.replace(/^(gitignore|github)(?=$|[\\/])/, '.$1');
}

/** Packages of ours that a new repository depends on. */
interface Packages {
  /** The files that it takes along. */
  readonly tarballs: readonly string[];
  /** What its `package.json` says of a package. Throws `command/no-packages`. */
  toVersion(name: string): string;
}

/** Packages from the tarballs of a folder, else by the version of this one. Throws `command/no-packages`. */
async function findPackages(folder: string | undefined): Promise<Packages> {
  const own = JSON.parse(await readFile(resolve(import.meta.dirname, '../../package.json'), 'utf8'));
  if (folder === undefined) return { tarballs: [], toVersion: () => own.version };
  const names = await readdir(folder).catch((): string[] => []);
  const tarballs = names.filter((name) => /^linkspan-[a-z]+-\d.*\.tgz$/.test(name));
  if (tarballs.length === 0)
    throw new Refusal(
      'command/no-packages',
      `${folder} has no tarballs such as linkspan-kit-${own.version}.tgz.`,
    );
  return {
    tarballs: tarballs.map((name) => join(folder, name)),
    toVersion(name) {
      const [found, ...others] = tarballs.filter((one) => one.startsWith(`linkspan-${name}-`));
      if (found !== undefined && others.length === 0) return `file:packages/${found}`;
      throw new Refusal(
        'command/no-packages',
        `${folder} should have one tarball of @linkspan/${name}, and has ${found ? others.length + 1 : 'none'}.`,
      );
    },
  };
}
