import { access } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { installFromDebian } from './debian.mjs';

/**
 * A program that only `npm run test:all` needs.
 * @typedef {object} Program
 * @property {string} title Its name, for people.
 * @property {readonly string[]} files All of them must be found.
 * @property {readonly string[]} packages The Debian packages that have these files.
 */

/** @typedef {keyof typeof programs} ProgramId */

/** What `npm run test:all` needs beside Node and one Chromium, by the name that `--allow-missing` takes. */
export const programs = /** @type {const} */ ({
  firefox: { title: 'Firefox', files: ['firefox-esr'], packages: ['firefox-esr'] },
  webkit: {
    title: 'WebKitGTK',
    files: ['WebKitWebDriver', 'MiniBrowser', 'Xvfb'],
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
  nginx: {
    title: 'nginx',
    files: ['nginx', 'ngx_http_js_module.so'],
    packages: ['nginx-light', 'libnginx-mod-http-js'],
  },
  caddy: { title: 'Caddy', files: ['caddy'], packages: ['caddy'] },
  systemd: { title: 'systemd', files: ['systemd-analyze'], packages: ['systemd'] },
});

export const programIds = /** @type {ProgramId[]} */ (Object.keys(programs));

/** Folders that Debian puts these files into, beside those of `PATH`. */
const folders = [
  '/usr/sbin',
  '/usr/lib/nginx/modules',
  ...['x86_64', 'aarch64'].map((machine) => `/usr/lib/${machine}-linux-gnu/webkit2gtk-4.1`),
];

/**
 * The paths of a program's files, in the order in which `programs` has them; undefined if one is missing.
 * @param {ProgramId} id
 * @returns {Promise<readonly string[] | undefined>}
 */
export async function findProgram(id) {
  const found = await Promise.all(programs[id].files.map(findFile));
  const paths = found.filter((path) => path !== undefined);
  return paths.length === found.length ? paths : undefined;
}

/** The programs that are not installed. @returns {Promise<ProgramId[]>} */
export async function findMissing() {
  const found = await Promise.all(programIds.map(async (id) => ({ id, paths: await findProgram(id) })));
  return found.filter(({ paths }) => paths === undefined).map(({ id }) => id);
}

/**
 * Installs the programs that are missing, if this is Debian and this user is root. Says what it installs before it does.
 * Returns those that are still missing.
 * @param {(text: string) => void} say
 */
export async function installMissing(say) {
  const packages = (await findMissing()).flatMap((id) => programs[id].packages);
  if (packages.length > 0) await installFromDebian(packages, say);
  return findMissing();
}

/** @param {string} name @returns {Promise<string | undefined>} */
async function findFile(name) {
  for (const folder of [...(process.env.PATH ?? '').split(delimiter), ...folders]) {
    const file = join(folder, name);
    const isThere = await access(file).then(
      () => true,
      () => false,
    );
    if (isThere) return file;
  }
  return undefined;
}
