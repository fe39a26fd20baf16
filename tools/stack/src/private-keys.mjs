import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Key files have 220 bytes; one that was edited or indented has little more. */
const maxKeyBytes = 4_000;
/** An Ed25519 key in PKCS #8, in base64: RFC 8410. In whatever it is: a key file, PEM, or a value in a `.env`. */
const privateHalf = /MC4CAQAwBQYDK2VwBCIEI[A-Za-z0-9+/]{40}/;

/**
 * Finds the private keys of the release command below a folder: files with the name of one, whatever is in them, and
 * files with the content of one, whatever they are called. Follows symbolic links, as a server does; `node_modules` and
 * `.git` are left out.
 * @param {string} folder
 * @returns {Promise<readonly string[]>} their paths
 */
export async function findPrivateKeys(folder) {
  /** @type {Set<string>} */
  const seen = new Set();
  /** @type {string[]} */
  const found = [];
  await search(folder);
  return found;

  /** @param {string} at */
  async function search(at) {
    const real = await realpath(at).catch(() => undefined);
    if (real === undefined || seen.has(real)) return;
    seen.add(real);
    for (const entry of await readdir(at, { withFileTypes: true }).catch(() => [])) {
      if (entry.name === 'node_modules' || entry.name === '.git') continue;
      const path = join(at, entry.name);
      const target = entry.isSymbolicLink() ? await stat(path).catch(() => undefined) : entry;
      if (target?.isDirectory()) await search(path);
      if (target?.isFile() && (await isPrivateKey(path))) found.push(path);
    }
  }
}

/** @param {string} file */
async function isPrivateKey(file) {
  if (file.endsWith('.key.json')) return true;
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  if (size === 0 || size > maxKeyBytes) return false;
  return privateHalf.test(await readFile(file, 'utf8').catch(() => ''));
}
