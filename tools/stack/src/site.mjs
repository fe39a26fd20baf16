import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { root } from './root.mjs';
import { runNode } from './run.mjs';
import { Plain } from './say.mjs';

/**
 * Deploys the built host with a configuration into a folder that can be served; returns the folder.
 * Without a file it is the practice configuration, which is written beside the site to be read and copied.
 * @param {string} name Of the site, below `.linkspan`.
 * @param {{store: string, env?: Record<string, string>, application?: string} | {configFile: string}} from The practice
 *   store whose roots the page begins with, and the address of an application for the page's foot; or the file.
 * @param {string} [app] The folder of a built application.
 */
export async function deploySite(name, from, app) {
  const folder = join(root, '.linkspan', name);
  await mkdir(join(root, '.linkspan'), { recursive: true });
  const config =
    'configFile' in from ? from.configFile : await writeConfig(`${name}.config.json`, from.store, from);
  await runNode('host/dist/deploy/deploy.js', [config, folder, ...(app ? ['--app', app] : [])]).catch(
    toPlain,
  );
  await addPractice(folder, config);
  return folder;
}

/**
 * Builds the example application with the shell in it; returns the folder of the site.
 * @param {string} name Of the site, below `.linkspan`.
 * @param {string} config The file of the page's configuration.
 */
export async function deployExample(name, config) {
  const folder = join(root, '.linkspan', name);
  const cwd = join(root, 'example/app');
  // Requests name who asks by the title.
  const titled = `${folder}.config.json`;
  await mkdir(dirname(titled), { recursive: true });
  await writeFile(
    titled,
    JSON.stringify({ ...JSON.parse(await readFile(config, 'utf8')), title: 'Harbour ferry' }),
  );
  const env = { NODE_ENV: 'production', VITEST: undefined, LINKSPAN_CONFIG: titled, LINKSPAN_SITE: folder };
  const build = ['node_modules/vite/bin/vite.js', 'build', '--configLoader', 'runner', '--logLevel', 'warn'];
  await runNode(/** @type {string} */ (build[0]), build.slice(1), { cwd, env }).catch(toPlain);
  await addPractice(folder, titled);
  return folder;
}

/**
 * Writes the practice configuration for a store; returns its file.
 * @param {string} name
 * @param {string} store
 * @param {{env?: Record<string, string>, application?: string}} [options]
 */
export async function writeConfig(name, store, { env = {}, application } = {}) {
  const file = join(root, '.linkspan', name);
  const more = application === undefined ? [] : [application];
  await runNode('tools/practice/src/config.ts', [file, store, ...more], { env });
  return file;
}

/**
 * The deploy says what is wrong with a configuration in a sentence for people.
 * @param {import('execa').ExecaError} cause
 * @returns {never}
 */
function toPlain(cause) {
  throw new Plain(`${cause.stderr || cause.shortMessage}`, { cause });
}

/**
 * Practice wallets are on a site whose configuration has them, and on no other.
 * @param {string} folder
 * @param {string} config
 */
async function addPractice(folder, config) {
  const practice = join(folder, 'practice');
  await rm(practice, { recursive: true, force: true });
  const { practice: has, families } = JSON.parse(await readFile(config, 'utf8'));
  if (has === undefined) return;
  await cp(join(root, 'tools/practice/dist/wallets.js'), join(practice, 'wallets.js'));
  await writeFile(join(practice, 'remotes.json'), JSON.stringify(toRemotes(families)));
}

/**
 * What the panel of the practice wallets has to know of the page's remotes to break them.
 * @param {readonly {id: string, remote: {name?: string, url?: string}}[]} families Those of packages have no server to break.
 */
function toRemotes(families) {
  return families.flatMap(({ id, remote: { name, url } }) => (url ? [{ family: id, name, url }] : []));
}
