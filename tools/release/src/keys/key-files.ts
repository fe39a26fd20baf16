import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { Malformed, oneOf, record, text } from '@linkspan/contract';
import { type Bytes, isOfSmallOrder, type Key, type KeyId, keyidOf } from '@linkspan/trust';
import { type KeyPair, openKeyPair, toBase64 } from '@linkspan/trust/sign';
import { CommandError } from '../errors.ts';
import { readTextFile } from '../files.ts';

/** Ends the name of a file with both halves, which is readable by its owner only. */
export const keyEnding = '.key.json';
/** Ends the name of a file with the public half. */
export const publicEnding = '.pub.json';

/** Writes a new key's two files. Throws `command/key-exists`. */
export async function writeKeyFiles(base: string, { key, toPkcs8 }: KeyPair): Promise<void> {
  const open = { kind: key.kind, public: toBase64(key.public) };
  await mkdir(dirname(base), { recursive: true, mode: 0o700 });
  await writeNew(`${base}${keyEnding}`, { ...open, private: toBase64(await toPkcs8()) }, 0o600);
  await writeNew(`${base}${publicEnding}`, open, 0o644);
}

/** Reads a key file. Throws `command/key-missing`, `command/key-open`, `command/key-malformed`. */
export async function readKeyFile(file: string): Promise<KeyPair> {
  const found = await stat(file).catch((cause: unknown) => {
    throw new CommandError('command/key-missing', { file }, { cause });
  });
  // Windows has no such modes.
  if (process.platform !== 'win32' && (found.mode & 0o077) !== 0)
    throw new CommandError('command/key-open', { file });
  return parseKey(await readFile(file, 'utf8'), file);
}

/** Reads a public key file. Throws `command/no-such-file`, `command/key-malformed`. */
export async function readPublicKeyFile(file: string): Promise<Key> {
  return parsePublicKey(await readTextFile(file), file);
}

async function writeNew(file: string, value: object, mode: number): Promise<void> {
  try {
    await writeFile(file, `${JSON.stringify(value, null, 2)}\n`, { flag: 'wx', mode });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code !== 'EEXIST') throw cause;
    throw new CommandError('command/key-exists', { file }, { cause });
  }
}

const kind = oneOf(['person', 'online']);
const raw = text('32 bytes in base64', (value) => /^[A-Za-z0-9+/]{43}=$/.test(value));
const whole = record({ kind, public: raw, private: text('PKCS #8 in base64') });
const half = record({ kind, public: raw });

/** The key of a public key file's text. `place` names it for people. Throws `command/key-malformed`. */
function parsePublicKey(content: string, place: string): Key {
  return orMalformed(place, () => {
    const found = half(JSON.parse(content), place);
    const raw = fromBase64(found.public);
    if (isOfSmallOrder(Buffer.from(raw).toString('hex'))) throw new Malformed(place, 'a safe key');
    return { kind: found.kind, public: raw };
  });
}

/** Both halves of a key from the text of its file. Throws `command/key-malformed`. */
export async function parseKey(content: string, place: string): Promise<KeyPair> {
  const found = orMalformed(place, () => whole(JSON.parse(content), place));
  try {
    return await openKeyPair(found.kind, fromBase64(found.private));
  } catch (cause) {
    throw new CommandError('command/key-malformed', { place }, { cause });
  }
}

/** Base64 as bytes. */
export function fromBase64(content: string): Bytes {
  return new Uint8Array(Buffer.from(content, 'base64'));
}

function orMalformed<T>(place: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw new CommandError('command/key-malformed', { place }, { cause });
  }
}

/** Where the key files are, unless another folder is named. */
export const keysFolder = '.linkspan/keys';

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
export async function readKeyNames(folder: string): Promise<(keyid: KeyId) => string> {
  const keys = await listKeyFiles(resolve(folder, keysFolder));
  const names = new Map(keys.map(({ keyid, name }) => [keyid, name]));
  return (keyid) => names.get(keyid) ?? keyid.slice(0, 8);
}
