import { access, readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

/** Ends the name of a file with both halves, which is readable by its owner only. */
export const keyEnding = '.key.json';
/** Ends the name of a file with the public half. */
export const publicEnding = '.pub.json';

/** A file with a private key. */
export interface PrivateKeyFile {
  readonly file: string;
  /** The symbolic link below the searched folder that leads to it, if one does. */
  readonly link?: string;
}

/** Key files have 220 bytes; one that was edited or indented has little more. */
const maxKeyBytes = 4_000;
/** An Ed25519 key in PKCS #8, in base64: RFC 8410. In whatever it is: a key file, PEM, or a value in a `.env`. */
const privateHalf = /MC4CAQAwBQYDK2VwBCIEI[A-Za-z0-9+/]{40}/;

/**
 * Finds the private keys of this command below a folder: files with the name of one, whatever is in them, and files
 * with the content of one, whatever they are called. Follows symbolic links, as a server does; `node_modules` and
 * `.git` are left out.
 */
export async function findPrivateKeys(folder: string): Promise<readonly PrivateKeyFile[]> {
  const seen = new Set<string>();
  const found: PrivateKeyFile[] = [];
  async function search(at: string, link: string | undefined): Promise<void> {
    const real = await realpath(at).catch(() => undefined);
    if (real === undefined || seen.has(real)) return;
    seen.add(real);
    const entries = await readdir(at, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (entry.name === 'node_modules' || entry.name === '.git') continue;
      const path = join(at, entry.name);
      const via = link ?? (entry.isSymbolicLink() ? path : undefined);
      const target = entry.isSymbolicLink() ? await stat(path).catch(() => undefined) : entry;
      if (target?.isDirectory()) await search(path, via);
      if (target?.isFile() && (await isPrivateKey(path)))
        found.push(via === undefined ? { file: path } : { file: path, link: via });
    }
  }
  await search(folder, undefined);
  return found;
}

async function isPrivateKey(file: string): Promise<boolean> {
  if (file.endsWith(keyEnding)) return true;
  const { size } = await stat(file).catch(() => ({ size: 0 }));
  if (size === 0 || size > maxKeyBytes) return false;
  return privateHalf.test(await readFile(file, 'utf8').catch(() => ''));
}

/**
 * The lines for a shell that move private keys into a folder, each with its public half, to names that are free there;
 * a link to a key is removed.
 */
export async function toMoveCommand(keys: readonly PrivateKeyFile[], folder: string): Promise<string> {
  const links = new Set(keys.flatMap(({ link }) => link ?? []));
  const lines = [...links].map((link) => `rm ${quote(link)}`);
  const taken = new Set<string>();
  for (const { file } of keys.filter(({ link }) => link === undefined)) {
    const name = basename(file).replace(/(\.key)?(\.json)?$/, '');
    const base = await findFree(join(folder, name), taken);
    lines.push(`mv -n ${quote(file)} ${quote(base + keyEnding)}`);
    const half = join(dirname(file), name + publicEnding);
    if (await isThere(half)) lines.push(`mv -n ${quote(half)} ${quote(base + publicEnding)}`);
  }
  const isMoved = taken.size > 0;
  return [...(isMoved ? [`mkdir -p -m 700 ${quote(folder)}`] : []), ...lines].join(' && \\\n');
}

/** The first of `base`, `base-2`, `base-3` … that no key has, here or among those in `taken`. */
async function findFree(base: string, taken: Set<string>): Promise<string> {
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? base : `${base}-${count}`;
    if (taken.has(free) || (await isThere(free + keyEnding)) || (await isThere(free + publicEnding)))
      continue;
    taken.add(free);
    return free;
  }
}

function isThere(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}

/** A word for a POSIX shell. */
function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
