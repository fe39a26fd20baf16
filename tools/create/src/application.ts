import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { type Choices, type Framework, families } from './choices.ts';
import { toManifest, toPackageName } from './manifest.ts';
import { Refusal } from './refusal.ts';

/** An application to be written. */
export interface Application extends Choices {
  /** Its folder, from the root of the file system. */
  readonly folder: string;
  readonly title: string;
}

const own = resolve(import.meta.dirname, '..');

/** The source that a team changes first. */
export const begins: Readonly<Record<Framework, string>> = {
  react: 'src/app.tsx',
  vue: 'src/app.vue',
  svelte: 'src/app.svelte',
  none: 'src/main.ts',
};

/** Rejects with `Refusal` unless the folder is empty or missing. */
export async function assertFree(folder: string): Promise<void> {
  const names = await readdir(folder).catch((error) => {
    if (error.code === 'ENOENT') return [];
    throw new Refusal(1, `${folder} cannot be read as a folder: ${error.message}.`, { cause: error });
  });
  if (names.length > 0) throw new Refusal(1, `${folder} is not an empty folder, so it was left as it is.`);
}

/** Writes an application; returns how many files it has. Rejects with `Refusal` if the folder is not empty or cannot be written. */
export async function writeApplication(application: Application): Promise<number> {
  await assertFree(application.folder);
  // All is read before the first file is written.
  const files = await toFiles(application);
  try {
    for (const [path, text] of files) {
      const file = join(application.folder, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, text);
    }
  } catch (cause) {
    throw new Refusal(1, `${application.folder} cannot be written: ${(cause as Error).message}.`, { cause });
  }
  return files.size;
}

/** The files of an application, by their paths. */
async function toFiles({ folder, title, ...choices }: Application): Promise<ReadonlyMap<string, string>> {
  const { framework, networks, practice } = choices;
  const { version } = JSON.parse(await readFile(join(own, 'package.json'), 'utf8'));
  const manifest = toManifest(toPackageName(basename(folder)), choices, version);
  const marks: Marks = {
    TITLE: title,
    FAMILY: families[networks[0]],
    NETWORKS: networks.map((name) => `'${name}'`).join(', '),
    NAMES: networks.join(', '),
    BEGIN: begins[framework],
    PRACTICE: practice ? 'practice: true' : '',
    NOTE: practice ? practiceNote : '',
  };
  return new Map([
    ...(await readTemplate('common', marks)),
    ...(await readTemplate(framework, marks)),
    ['package.json', `${JSON.stringify(manifest, null, 2)}\n`] as const,
    ...(practice ? [['pnpm-workspace.yaml', pnpmSettings] as const] : []),
  ]);
}

/** pnpm asks about each install script. The one of anvil fetches a program that a package of its platform brings too. */
const pnpmSettings = 'allowBuilds:\n  "@foundry-rs/anvil": false\n';

const practiceNote =
  'With `practice: true`, `npm run dev` and `npm run preview` start chains on your machine, and the page has wallets for them: take it out before people come.';

/** Names that a template cannot have: npm packs no `.gitignore`, and a mark in Markdown is bold text to a formatter. */
const names: Readonly<Record<string, string>> = { gitignore: '.gitignore', readme: 'README.md' };

type Marks = Readonly<Record<string, string>>;

/** The files of a template folder, with what stands in place of each mark. */
async function readTemplate(name: string, marks: Marks): Promise<readonly (readonly [string, string])[]> {
  const from = join(own, 'template', name);
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const files = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  return Promise.all(
    files.map(async (file) => {
      const path = file.slice(from.length + 1).replaceAll('\\', '/');
      return [names[path] ?? path, fill(await readFile(file, 'utf8'), marks)] as const;
    }),
  );
}

/** A line that has one mark alone goes if nothing stands in its place. */
function fill(text: string, marks: Marks): string {
  return text
    .replace(/^ *__([A-Z]+)__,?\n/gm, (line, mark: string) => (marks[mark] === '' ? '' : line))
    .replace(/__([A-Z]+)__/g, (mark, name: string) => marks[name] ?? mark);
}
