import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './root.mjs';
import { runNode } from './run.mjs';
import { Plain } from './say.mjs';

/**
 * Deploys the built host with a configuration into a folder that can be served; returns the folder.
 * Without a file it is the practice configuration, which is written beside the site to be read and copied.
 * @param {string} name Of the site, below `.linkspan`.
 * @param {{store: string, env?: Record<string, string>} | {configFile: string}} from The practice store whose roots
 *   the page begins with, or the file.
 * @param {string} [app] The folder of a built application.
 */
export async function deploySite(name, from, app) {
  const folder = join(root, '.linkspan', name);
  await mkdir(join(root, '.linkspan'), { recursive: true });
  const config = 'configFile' in from ? from.configFile : join(root, '.linkspan', `${name}.config.json`);
  if ('store' in from)
    await runNode('tools/practice/src/config.ts', [config, from.store], { env: from.env ?? {} });
  await runNode('host/dist/deploy/deploy.js', [config, folder, ...(app ? ['--app', app] : [])]).catch(
    (/** @type {import('execa').ExecaError} */ cause) => {
      // The deploy says what is wrong with a configuration in a sentence for people.
      throw new Plain(`${cause.stderr || cause.shortMessage}`, { cause });
    },
  );
  const practice = join(folder, 'practice');
  await rm(practice, { recursive: true, force: true });
  // Practice wallets are on a site whose configuration has them, and on no other.
  const { practice: has, families } = JSON.parse(await readFile(config, 'utf8'));
  if (has !== undefined) {
    await cp(join(root, 'tools/practice/dist'), practice, { recursive: true });
    await writeFile(join(practice, 'remotes.json'), JSON.stringify(toRemotes(families)));
  }
  return folder;
}

/**
 * What the panel of the practice wallets has to know of the page's remotes to break them.
 * @param {readonly {id: string, remote: {name: string, url: string}}[]} families
 */
function toRemotes(families) {
  return families.map(({ id, remote: { name, url } }) => ({ family: id, name, url }));
}
