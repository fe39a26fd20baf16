import { readFile } from 'node:fs/promises';
import type { Bytes } from '@linkspan/trust';
import { CommandError } from './command-error.ts';

/** The bytes of a file that a person named. Throws `command/no-such-file`. */
export async function readNamedFile(file: string): Promise<Bytes> {
  try {
    return new Uint8Array(await readFile(file));
  } catch (cause) {
    const detail =
      (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'it is not there' : (cause as Error).message;
    throw new CommandError('command/no-such-file', { file, detail }, { cause });
  }
}

/** The same as text. */
export async function readTextFile(file: string): Promise<string> {
  return new TextDecoder().decode(await readNamedFile(file));
}
