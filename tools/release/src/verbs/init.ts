import { cp, readdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { Refusal, UsageError } from '../errors.ts';
import { writeWhole } from '../files.ts';
import { command, toShown } from '../output.ts';
import type { Args, Context, Outcome, Verb, VerbGroup } from '../verb.ts';

/** The files of a new remote, with places for its names. */
const template = resolve(import.meta.dirname, '../../template/remote');

/** CAIP-2 namespaces of the families whose id is another word. */
const namespaces: Readonly<Record<string, string>> = { evm: 'eip155' };

const remote: Verb = {
  name: 'remote',
  summary: 'writes a repository for a remote: source, tests, a practice wallet and chain, workflows',
  words: '<FAMILY>',
  options: {
    title: { value: 'TITLE', text: 'what people call the chain; else FAMILY with a capital' },
    namespace: { value: 'NAMESPACE', text: 'the CAIP-2 namespace of its networks; else FAMILY' },
    out: { value: 'FOLDER', text: 'where it is written; else remote-FAMILY' },
    packages: { value: 'FOLDER', text: 'the tarballs of Linkspan, which the repository takes along' },
  },
  run: writeRemote,
};

/** Writes what a team begins with. */
export const init: VerbGroup = {
  name: 'init',
  summary: 'writes a repository to begin with',
  verbs: [remote],
};

async function writeRemote(args: Args, context: Context): Promise<Outcome> {
  const family = args.word(0, 'FAMILY');
  const title = args.one('title') ?? family.charAt(0).toUpperCase() + family.slice(1);
  const namespace = args.one('namespace') ?? namespaces[family] ?? family;
  const caip2 = '3 to 8 small letters, digits or “-”, as CAIP-2 says';
  assertName('FAMILY', family, /^[a-z][a-z0-9-]{0,31}$/, 'small letters, digits and “-”, such as tron');
  assertName('--title', title, /^[\p{L}\d][\p{L}\d .-]{0,39}$/u, 'letters, digits, spaces, “.” and “-”');
  assertName('--namespace', namespace, /^[-a-z0-9]{3,8}$/, caip2);
  const name = `remote-${family}`;
  const out = resolve(context.folder, args.one('out') ?? name);
  const taken = await readdir(out).catch(({ code }) => (code === 'ENOENT' ? [] : [code]));
  if (taken.length > 0)
    throw new Refusal(
      'command/folder-taken',
      `${out} is not an empty folder. It was left as it is; choose another --out.`,
    );
  const given = args.one('packages');
  const packages = await findPackages(given && resolve(context.folder, given));
  const entries = await readdir(template, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const texts = new Map<string, string>();
  for (const file of files) {
    const text = (await readFile(file, 'utf8'))
      .replaceAll('__FAMILY__', family)
      .replaceAll('__TITLE__', title)
      .replaceAll('__NAMESPACE__', namespace)
      .replaceAll('__REMOTE__', name)
      .replace(/__PACKAGE:([a-z]+)__/g, (_, own: string) => packages.toVersion(own));
    texts.set(join(out, toName(file.slice(template.length + 1))), text);
  }
  // Nothing was written until now, so a refusal leaves no half of a repository.
  for (const [file, text] of texts) await writeWhole(file, text);
  for (const file of packages.tarballs) await cp(file, join(out, 'packages', basename(file)));
  const shown = toShown(out, context.folder);
  return {
    lines: [
      `${name} is in ${shown}: ${files.length} files. Its README says what to replace.`,
      `Next: cd ${shown}, git init, npm install, npm test, ${command} check`,
    ],
    facts: { remote: name, family, namespace, folder: out, files: files.length },
  };
}

function assertName(what: string, name: string, form: RegExp, expected: string): void {
  if (!form.test(name)) throw new UsageError(`${what} should be ${expected}, not “${name}”.`);
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
