import { cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readSubject, toPracticePage } from '@linkspan/release/practice-page';
import { execa } from 'execa';
import { build } from 'vite';
import { root } from './root.mjs';

/**
 * A remote from outside of the workspace, installed from the packed tarballs and built, with its practice chain running.
 * @typedef {object} Example
 * @property {string} remote
 * @property {string} from The folder of its package, built.
 * @property {string} wallet The module of its practice wallet.
 * @property {(remote: {name: string, url: string, root: string, live: string}) => object} toFamily Its family, as a page's
 *   configuration has it.
 * @property {() => Promise<void>} close Ends its chain.
 */

/**
 * Installs and builds the remote in a folder as its own team does, in a copy below `.linkspan`, from what `npm run pack` has
 * packed, and starts its chain.
 * @param {string} folder
 * @returns {Promise<Example>}
 */
export async function openExample(folder) {
  const from = join(root, '.linkspan/examples', basename(folder));
  const packages = join(root, '.linkspan/packages');
  await cp(resolve(folder), from, {
    recursive: true,
    filter: (path) => !/[\\/](node_modules|dist)$/.test(path),
  });
  await mkdir(join(from, 'packages'), { recursive: true });
  await cp(packages, join(from, 'packages'), { recursive: true });
  const own = JSON.parse(await readFile(join(from, 'package.json'), 'utf8'));
  for (const file of await readdir(packages)) {
    const [, short = ''] = /^linkspan-(.+)-\d+\.\d+\.\d+/.exec(file) ?? [];
    const name = `@linkspan/${short}`;
    // A remote has a wallet and a chain of its own, and no use for those of others.
    if (/^(create|practice|remote-.*)$/.test(short)) continue;
    if (own.dependencies[name]) own.dependencies[name] = `file:packages/${file}`;
    else own.devDependencies[name] = `file:packages/${file}`;
  }
  await writeFile(join(from, 'package.json'), JSON.stringify(own, null, 2));
  await execa('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund'], { cwd: from });
  await execa('npm', ['run', 'build'], { cwd: from, env: { NODE_ENV: 'production', VITEST: undefined } });
  const subject = await readSubject(join(from, 'practice/subject.js'));
  const chain = await subject.startChain();
  return {
    remote: own.name,
    from,
    wallet: fileURLToPath(subject.wallet),
    close: chain.close,
    toFamily: (remote) => /** @type {object} */ (toPracticePage(subject, chain, remote).families[0]),
  };
}

/**
 * Adds the family of an example to a practice page: to the configuration in a file, and to the page's practice wallets.
 * @param {Example} example
 * @param {{config: string, url: string, store: string}} page The store has the documents of the example's remote.
 */
export async function addExample({ remote, toFamily }, { config, url, store }) {
  const page = JSON.parse(await readFile(config, 'utf8'));
  const documents = { root: join(store, remote, 'root/1.json'), live: join(store, remote, 'live.json') };
  page.families.push(toFamily({ name: remote, url: `${url}/`, ...documents }));
  page.practice.module = '/practice/all.js';
  await writeFile(config, JSON.stringify(page, null, 2));
}

/**
 * Puts the practice wallet of an example beside those of the repository, into a deployed site: in one file, since the page
 * admits no other.
 * @param {Example} example
 * @param {string} site
 */
export async function addWallet({ wallet }, site) {
  const folder = join(site, 'practice');
  const entry = join(folder, 'all.mjs');
  const module = `import { announce as own } from './wallets.js';
import { announce as more } from ${JSON.stringify(wallet)};
export function announce(options) {
  const undos = [own, more].map((each) => each(options));
  return () => undos.forEach((undo) => undo());
}
`;
  await writeFile(entry, module);
  await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    build: { outDir: folder, emptyOutDir: false, lib: { entry, formats: ['es'], fileName: () => 'all.js' } },
  });
}
