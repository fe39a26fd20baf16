import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Malformed } from '@linkspan/contract';
import type { Bytes } from '@linkspan/trust';
import { Refusal } from './errors.ts';

/** The bytes of a file that a person named. Throws `command/no-such-file`. */
export async function readNamedFile(file: string): Promise<Bytes> {
  try {
    return new Uint8Array(await readFile(file));
  } catch (cause) {
    const detail =
      (cause as NodeJS.ErrnoException).code === 'ENOENT' ? 'it is not there' : (cause as Error).message;
    throw new Refusal('command/no-such-file', `${file} could not be read: ${detail}.`, { cause });
  }
}

/** The same as text. */
export async function readTextFile(file: string): Promise<string> {
  return new TextDecoder().decode(await readNamedFile(file));
}

/** Writes a file, and the folders above it, whole or not at all. */
export async function writeWhole(file: string, content: Uint8Array | string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.part`, content);
  await rename(`${file}.part`, file);
}

/** The body of an answer, unpacked. Throws `Malformed` as soon as it is longer. */
export async function readAtMost({ body }: Response, mostBytes: number): Promise<Bytes> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    length += chunk.length;
    if (length > mostBytes) throw new Malformed('the answer', `at most ${mostBytes} bytes`);
  }
  return new Uint8Array(Buffer.concat(chunks));
}

/** The `sha384-` of bytes or of a text in UTF-8, as Subresource Integrity has it. */
export function integrityOf(content: Uint8Array | string): string {
  return `sha384-${createHash('sha384').update(content).digest('base64')}`;
}
