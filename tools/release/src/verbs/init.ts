import { dirname, extname, join, resolve } from 'node:path';
import type { Bytes } from '@linkspan/trust';
import { readNamedFile } from '../files.ts';
import { command, toShown } from '../output.ts';
import { listRemotes, type PageSource, readPageSource } from '../site/deploy-page.ts';
import {
  assertName,
  assertTitle,
  configName,
  findFreeFolder,
  templates,
  writeRepository,
} from '../site/write-repository.ts';
import type { Args, Context, Options, Outcome, Verb, VerbGroup } from '../verb.ts';
import { initPage } from './init-page.ts';

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
  verbs: [app, initPage, remote],
};

async function writeApp(args: Args, context: Context): Promise<Outcome> {
  const title = args.one('title') ?? 'Linkspan app';
  assertTitle(title);
  const named = args.one('page');
  const config = named === undefined ? join(templates, 'app', configName) : resolve(context.folder, named);
  const page = await readPageSource(config);
  const out = await findFreeFolder(args, context, 'linkspan-app');
  const count = await writeRepository(args, context, {
    ...{ template: 'app', out, marks: { TITLE: title } },
    files: named === undefined ? new Map() : await copyPage(page, dirname(config)),
  });
  const rootless = listRemotes(page)
    .named.filter(({ root }) => root === undefined)
    .map(({ name }) => name);
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
    const { root, live } = remote.package === undefined ? remote : {};
    const documents = await copy({ root, live }, (document) => `remotes/${remote.name}/${document}`);
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
  const out = await findFreeFolder(args, context, name);
  const count = await writeRepository(args, context, {
    ...{ template: 'remote', out },
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
