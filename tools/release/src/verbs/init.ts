import { cp, readdir, readFile } from 'node:fs/promises';
import { basename, dirname, extname, join, resolve } from 'node:path';
import type { Bytes } from '@linkspan/trust';
import { Refusal, UsageError } from '../errors.ts';
import { readNamedFile, writeWhole } from '../files.ts';
import { holdsKey } from '../inspect/nodes.ts';
import { command, toShown } from '../output.ts';
import { type PageSource, readPageSource } from '../site/deploy-page.ts';
import type { Args, Context, Options, Outcome, Verb, VerbGroup } from '../verb.ts';

/** Folders of files for a new repository, with marks such as `__TITLE__` for its names. */
const templates = resolve(import.meta.dirname, '../../template');

/** The configuration of an application's page, as its `vite.config.ts` names it. */
const configName = 'wallets.config.json';

/** CAIP-2 namespaces of the families whose id is another word. */
const namespaces: Readonly<Record<string, string>> = { evm: 'eip155' };

const packagesOption: Options = {
  packages: { value: 'FOLDER', text: 'the tarballs of Linkspan, which the repository takes along' },
};

const app: Verb = {
  name: 'app',
  summary: 'writes an application with the wallets of three families, for Vite',
  options: {
    title: { value: 'TITLE', text: 'what people call it; else Linkspan app' },
    page: {
      value: 'CONFIG',
      text: 'the configuration of a page, which is copied with the files that it names; else one for the practice chains, without roots',
    },
    out: { value: 'FOLDER', text: 'where it is written; else linkspan-app' },
    ...packagesOption,
  },
  run: writeApp,
};

const page: Verb = {
  name: 'page',
  summary: 'writes the configuration of a page on the public networks of three families',
  options: {
    title: { value: 'TITLE', text: 'what people call it; else Wallets' },
    remotes: {
      value: 'URL',
      text: 'the folder of the remotes’ folders, such as https://remotes.example/; else /remotes/ of the page',
    },
    family: { value: 'ID', isMany: true, text: 'evm, solana or near; else all three' },
    node: {
      value: 'NETWORK=URL',
      isMany: true,
      text: 'your node of a network, such as eip155:1=https://node.example/; else a public one',
    },
    project: { value: 'ID', text: 'the id of a project for WalletConnect, which is offered with it' },
    out: { value: 'FOLDER', text: 'where it is written; else linkspan-page' },
  },
  run: writePage,
};

const remote: Verb = {
  name: 'remote',
  summary: 'writes a repository for a remote: source, tests, a practice wallet and chain, workflows',
  words: '<FAMILY>',
  options: {
    title: { value: 'TITLE', text: 'what people call the chain; else FAMILY with a capital' },
    namespace: { value: 'NAMESPACE', text: 'the CAIP-2 namespace of its networks; else FAMILY' },
    out: { value: 'FOLDER', text: 'where it is written; else remote-FAMILY' },
    ...packagesOption,
  },
  run: writeRemote,
};

/** Writes what a team begins with. */
export const init: VerbGroup = {
  name: 'init',
  summary: 'writes a repository to begin with',
  verbs: [app, page, remote],
};

async function writeApp(args: Args, context: Context): Promise<Outcome> {
  const title = args.one('title') ?? 'Linkspan app';
  assertTitle(title);
  const named = args.one('page');
  const config = named === undefined ? join(templates, 'app', configName) : resolve(context.folder, named);
  const page = await readPageSource(config);
  const { out, count } = await writeRepository(args, context, {
    ...{ template: 'app', name: 'linkspan-app', marks: { TITLE: title } },
    files: named === undefined ? new Map() : await copyPage(page, dirname(config)),
  });
  const rootless = page.families.filter((one) => one.remote.root === undefined).map((one) => one.remote.name);
  const shown = toShown(out, context.folder);
  const missing = `${configName} has no root of ${rootless.join(', ')}, and a page needs one of each remote: README.md says where from.`;
  return {
    lines: [
      `The application is in ${shown}: ${count} files. It begins in src/main.ts.`,
      ...(rootless.length > 0 ? [missing] : []),
      `Next: cd ${shown}, git init, npm install, npm run dev`,
    ],
    facts: { folder: out, files: count, rootless },
  };
}

/** The configuration of a page for the public networks, as its template has it. */
interface PublicPage {
  readonly families: readonly {
    readonly id: string;
    readonly remote: { readonly name: string; readonly options?: object };
    readonly networks: readonly {
      readonly id: string;
      readonly title: string;
      readonly rpc: readonly string[];
    }[];
  }[];
  readonly identities: readonly object[];
  readonly connect: readonly string[];
}

async function writePage(args: Args, context: Context): Promise<Outcome> {
  const title = args.one('title') ?? 'Wallets';
  assertTitle(title);
  const remotes = args.one('remotes') ?? '/remotes/';
  const isFolder = /^https:\/\/[^?#]*\/$/.test(remotes) && URL.canParse(remotes);
  if (remotes !== '/remotes/' && !isFolder)
    throw new UsageError(`--remotes should be an https address that ends in “/”, not “${remotes}”.`);
  const template = await readFile(join(templates, 'page', configName), 'utf8');
  const whole: PublicPage = JSON.parse(
    template.replaceAll('__TITLE__', title).replaceAll('__REMOTES__', remotes),
  );
  const wanted = args.all('family');
  const unknown = wanted.find((id) => !whole.families.some((one) => one.id === id));
  if (unknown !== undefined)
    throw new UsageError(`--family should be evm, solana or near, not “${unknown}”.`);
  const families = whole.families.filter(({ id }) => wanted.length === 0 || wanted.includes(id));
  const nodes = readNodes(args.all('node'), families);
  const project = args.one('project');
  const config = {
    ...whole,
    families: families.map(({ networks, ...family }) => ({
      ...family,
      remote: {
        ...family.remote,
        ...(project && pairs(family.id) && { options: { walletConnectProjectId: project } }),
      },
      networks: networks.map(({ rpc, ...network }) => ({
        ...network,
        rpc: [nodes.get(network.id) ?? rpc[0]],
      })),
    })),
    identities: [...whole.identities, ...(project ? [paired] : [])].filter((one) =>
      (one as typeof paired).families.every((id) => families.some((family) => family.id === id)),
    ),
    connect: [...whole.connect, ...(project ? [publicRelay] : [])],
  };
  const { out, count } = await writeRepository(args, context, {
    ...{ template: 'page', name: 'linkspan-page', marks: { TITLE: title } },
    files: new Map([[configName, `${JSON.stringify(config, null, 2)}\n`]]),
  });
  const networks = families.flatMap((family) => family.networks);
  const open = networks.filter(({ id }) => !nodes.has(id)).map(({ id, title }) => `${title} (${id})`);
  const keyed = [...nodes].filter(([, url]) => holdsKey(url)).map(([id]) => id);
  return {
    lines: [
      `The page’s configuration is in ${toShown(out, context.folder)}: ${count} files. README.md says what comes next.`,
      ...(open.length > 0
        ? [
            `Public nodes, which limit what they answer and promise nothing: ${open.join(', ')}. Give your own: --node ID=URL.`,
          ]
        : []),
      ...(keyed.length > 0
        ? [
            `Every visitor can read the key in the node of ${keyed.join(', ')}. At its provider, limit it to the page’s origin.`,
          ]
        : []),
      ...(project ? [] : ['WalletConnect is not offered: it needs the id of a project, by --project ID.']),
    ],
    facts: {
      folder: out,
      files: count,
      publicNodes: networks.map(({ id }) => id).filter((id) => !nodes.has(id)),
      keyed,
    },
  };
}

/** One connection to the families that WalletConnect pairs. */
const paired = { identity: 'com.walletconnect', families: ['evm', 'solana'] };
const pairs = (family: string) => paired.families.includes(family);
const publicRelay = 'wss://relay.walletconnect.org';

/** Reads each `NETWORK=URL`. Throws `UsageError`. */
function readNodes(given: readonly string[], families: PublicPage['families']): ReadonlyMap<string, string> {
  const ids = families.flatMap(({ networks }) => networks.map(({ id }) => id));
  return new Map(
    given.map((text): [string, string] => {
      const [, id = '', url = ''] = /^([^=]+)=(.*)$/.exec(text) ?? [];
      if (!ids.includes(id))
        throw new UsageError(`--node should begin with one of ${ids.join(', ')}, not “${text}”.`);
      if (!/^https:\/\//.test(url) || !URL.canParse(url))
        throw new UsageError(
          `--node ${id} should be an https address, not “${url}”: a page on https asks no other.`,
        );
      return [id, url];
    }),
  );
}

/**
 * The configuration of a page, and the documents and pictures that it names, by their paths in a new repository. Rejects with
 * `command/no-such-file`.
 */
async function copyPage(page: PageSource, folder: string): Promise<ReadonlyMap<string, string | Bytes>> {
  const files = new Map<string, string | Bytes>();
  /** Copies the named files, and returns the same names with the new paths. */
  async function copy(named: Readonly<Record<string, string | undefined>>, toPath: (name: string) => string) {
    const paths: Record<string, string> = {};
    for (const [name, file] of Object.entries(named)) {
      if (file === undefined) continue;
      const path = toPath(name) + extname(file);
      paths[name] = path;
      files.set(path, await readNamedFile(resolve(folder, file)));
    }
    return paths;
  }
  const families = [];
  for (const { remote, ...family } of page.families) {
    const { name, root, live } = remote;
    const documents = await copy({ root, live }, (document) => `remotes/${name}/${document}`);
    families.push({ ...family, remote: { ...remote, ...documents } });
  }
  const { brand } = page;
  const pictures =
    brand && (await copy({ logo: brand.logo, favicon: brand.favicon }, (name) => `brand/${name}`));
  const config = { ...page, ...(brand && { brand: { ...brand, ...pictures } }), families };
  return files.set(configName, `${JSON.stringify(config, null, 2)}\n`);
}

async function writeRemote(args: Args, context: Context): Promise<Outcome> {
  const family = args.word(0, 'FAMILY');
  const title = args.one('title') ?? family.charAt(0).toUpperCase() + family.slice(1);
  const namespace = args.one('namespace') ?? namespaces[family] ?? family;
  const caip2 = '3 to 8 small letters, digits or “-”, as CAIP-2 says';
  assertName('FAMILY', family, /^[a-z][a-z0-9-]{0,31}$/, 'small letters, digits and “-”, such as tron');
  assertTitle(title);
  assertName('--namespace', namespace, /^[-a-z0-9]{3,8}$/, caip2);
  const name = `remote-${family}`;
  const { out, count } = await writeRepository(args, context, {
    ...{ template: 'remote', name },
    marks: { FAMILY: family, TITLE: title, NAMESPACE: namespace, REMOTE: name },
  });
  const shown = toShown(out, context.folder);
  return {
    lines: [
      `${name} is in ${shown}: ${count} files. Its README says what to replace.`,
      `Next: cd ${shown}, git init, npm install, npm test, ${command} check`,
    ],
    facts: { remote: name, family, namespace, folder: out, files: count },
  };
}

function assertTitle(title: string): void {
  const expected = 'letters, digits, spaces, “.” and “-”';
  assertName('--title', title, /^[\p{L}\d][\p{L}\d .-]{0,39}$/u, expected);
}

function assertName(what: string, name: string, form: RegExp, expected: string): void {
  if (!form.test(name)) throw new UsageError(`${what} should be ${expected}, not “${name}”.`);
}

/** A repository to be written. */
interface Repository {
  readonly template: 'app' | 'page' | 'remote';
  /** Of its folder, if no other is given. */
  readonly name: string;
  /** What stands in place of each mark. */
  readonly marks: Readonly<Record<string, string>>;
  /** Files beside those of the template, or in their place, by their paths. */
  readonly files?: ReadonlyMap<string, string | Bytes>;
}

/**
 * Writes a template with its names, and the packages that it takes along; returns its folder, and how many files it has beside
 * these. Throws `command/folder-taken`, `command/no-packages`.
 */
async function writeRepository(
  args: Args,
  context: Context,
  { template, name, marks, files = new Map() }: Repository,
): Promise<{ readonly out: string; readonly count: number }> {
  const out = resolve(context.folder, args.one('out') ?? name);
  const taken = await readdir(out).catch(({ code }) => (code === 'ENOENT' ? [] : [code]));
  if (taken.length > 0)
    throw new Refusal(
      'command/folder-taken',
      `${out} is not an empty folder. It was left as it is; choose another --out.`,
    );
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
  return { out, count: contents.size };
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
