import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join, resolve } from 'node:path';
import { Malformed, oneOf, record, text } from '@linkspan/contract';
import { type Bytes, isOfSmallOrder, type Key, type KeyId, keyidOf } from '@linkspan/trust';
import { type KeyPair, openKeyPair, toBase64 } from '@linkspan/trust/sign';
import { Refusal } from '../errors.ts';
import { readTextFile } from '../files.ts';
import { command } from '../output.ts';
import type { Environment } from '../store/address.ts';

/** Ends the name of a file with both halves, which is readable by its owner only. */
export const keyEnding = '.key.json';
/** Ends the name of a file with the public half. */
export const publicEnding = '.pub.json';

/**
 * Where a person's keys are, for all projects: `$XDG_CONFIG_HOME/linkspan/keys`, else `~/.config/linkspan/keys`. Not
 * below a checkout, which a development server serves. As the XDG Base Directory Specification says, a relative path in
 * the variable is ignored.
 */
export function toKeysFolder({ XDG_CONFIG_HOME: config = '', HOME, USERPROFILE }: Environment): string {
  const home = HOME || USERPROFILE || homedir();
  return join(isAbsolute(config) ? config : join(home, '.config'), 'linkspan', 'keys');
}

/** Writes a new key's two files. Throws `command/key-exists`, `command/key-in-checkout`. */
export async function writeKeyFiles(
  base: string,
  { key, toPkcs8 }: KeyPair,
  env: Environment,
): Promise<void> {
  assertOutsideCheckout(`${base}${keyEnding}`, env);
  const open = toOpen(key);
  await mkdir(dirname(base), { recursive: true, mode: 0o700 });
  await writeNew(`${base}${keyEnding}`, { ...open, private: toBase64(await toPkcs8()) }, 0o600);
  await writeNew(`${base}${publicEnding}`, open, 0o644);
}

/** Writes the public file of a key whose other half is elsewhere. Throws `command/key-exists`. */
export async function writePublicKeyFile(base: string, key: Key): Promise<void> {
  await mkdir(dirname(base), { recursive: true, mode: 0o700 });
  const taken = await stat(`${base}${keyEnding}`).catch(() => undefined);
  if (taken) throw toTaken(`${base}${keyEnding}`);
  await writeNew(`${base}${publicEnding}`, toOpen(key), 0o644);
}

/** Reads a key file. Throws what `assertKeyFile` throws, and `command/key-malformed`. */
export async function readKeyFile(file: string, env: Environment): Promise<KeyPair> {
  await assertKeyFile(file, env);
  return parseKey(await readFile(file, 'utf8'), file);
}

/**
 * Checks where a key file is and who can read it, without reading it. Throws `command/key-missing`, `command/key-open`,
 * `command/key-in-checkout`.
 */
export async function assertKeyFile(file: string, env: Environment): Promise<void> {
  const found = await stat(file).catch((cause: unknown) => {
    throw new Refusal(
      'command/key-missing',
      `There is no key file at ${file}. Make one with “${command} keys make”.`,
      { cause },
    );
  });
  // Windows has no such modes.
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw new Refusal(
      'command/key-open',
      `Others on this machine can read the key file ${file}. Run “chmod 600 ${file}”, or make a new key if someone may have read it.`,
    );
  assertOutsideCheckout(file, env);
}

/** Throws `command/key-in-checkout` for a path below a checkout's `.linkspan`. */
function assertOutsideCheckout(file: string, env: Environment): void {
  if (!/[\\/]\.linkspan[\\/]/.test(file)) return;
  throw new Refusal(
    'command/key-in-checkout',
    `A private key may not be in a checkout, which a development server serves: ${file}. Move it to ${toKeysFolder(env)}, and name it by its new path.`,
  );
}

/** Reads a public key file. Throws `command/no-such-file`, `command/key-malformed`. */
export async function readPublicKeyFile(file: string): Promise<Key> {
  const content = await readTextFile(file);
  return orMalformed(file, () => {
    const found = half(JSON.parse(content), file);
    const raw = fromBase64(found.public);
    if (isOfSmallOrder(Buffer.from(raw).toString('hex'))) throw new Malformed(file, 'a safe key');
    return { kind: found.kind, public: raw };
  });
}

function toOpen({ kind, public: raw }: Key) {
  return { kind, public: toBase64(raw) };
}

async function writeNew(file: string, value: object, mode: number): Promise<void> {
  try {
    await writeFile(file, `${JSON.stringify(value, null, 2)}\n`, { flag: 'wx', mode });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    throw toTaken(file, { cause });
  }
}

function toTaken(file: string, options?: { readonly cause: unknown }): Refusal {
  return new Refusal(
    'command/key-exists',
    `There is a key at ${file} already, perhaps of another project, and it was left as it is. Choose another name, or another --folder.`,
    options,
  );
}

const kind = oneOf(['person', 'online']);
const raw = text('32 bytes in base64', (value) => /^[A-Za-z0-9+/]{43}=$/.test(value));
const whole = record({ kind, public: raw, private: text('PKCS #8 in base64') });
const half = record({ kind, public: raw });

/** Both halves of a key from the text of its file. `place` names it for people. Throws `command/key-malformed`. */
export function parseKey(content: string, place: string): Promise<KeyPair> {
  return orMalformed(place, () => {
    const found = whole(JSON.parse(content), place);
    return openKeyPair(found.kind, fromBase64(found.private));
  });
}

/** Base64 as bytes. */
export function fromBase64(content: string): Bytes {
  return new Uint8Array(Buffer.from(content, 'base64'));
}

async function orMalformed<T>(place: string, read: () => T | Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (cause) {
    throw new Refusal('command/key-malformed', `${place} is no key of “${command} keys make”.`, { cause });
  }
}

/** A key whose public half is in a folder. */
export interface KeptKey {
  /** What its files are called. */
  readonly name: string;
  readonly kind: Key['kind'];
  readonly keyid: KeyId;
  /** Whether the private half is there too. */
  readonly canSign: boolean;
}

/** The keys in a folder, by their names; none if it is not there. Throws `command/key-malformed`. */
export async function listKeyFiles(folder: string): Promise<readonly KeptKey[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return Promise.all(
    names
      // What begins with a dot is no key: a copy that a file manager keeps.
      .filter((name) => name.endsWith(publicEnding) && !name.startsWith('.'))
      .sort()
      .map(async (file) => {
        const name = file.slice(0, -publicEnding.length);
        const { kind, public: raw } = await readPublicKeyFile(resolve(folder, file));
        return { name, kind, keyid: await keyidOf(raw), canSign: names.includes(name + keyEnding) };
      }),
  );
}

/** Returns what people call a key: the name of its file on this machine, else the beginning of its id. */
export async function readKeyNames(env: Environment): Promise<(keyid: KeyId) => string> {
  const keys = await listKeyFiles(toKeysFolder(env));
  const names = new Map(keys.map(({ keyid, name }) => [keyid, name]));
  return (keyid) => names.get(keyid) ?? keyid.slice(0, 8);
}
