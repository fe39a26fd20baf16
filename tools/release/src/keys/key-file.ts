import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Key } from '@linkspan/trust';
import { type KeyPair, toBase64 } from '@linkspan/trust/sign';
import { CommandError } from '../command-error.ts';
import { readTextFile } from '../read-file.ts';
import { parseKey, parsePublicKey } from './parse-key.ts';

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
