import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Bytes } from '@linkspan/trust';
import { toMistake } from '../config.ts';

/** Reads a file that the configuration names at a place. Rejects with `config/malformed` and the place. */
export async function readConfigured(file: string, place: string, folder: string): Promise<Bytes> {
  const path = resolve(folder, file);
  return readFile(path).then(
    (bytes) => new Uint8Array(bytes),
    (cause: unknown) => {
      throw toMistake(place, `the path of a file that can be read, which ${path} is not`, cause);
    },
  );
}

/** Reads a JSON file of the configuration. Rejects with `config/malformed`, whose place is the file. */
export async function readJsonFile(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw toMistake(file, 'a file that can be read', cause);
  });
  try {
    return JSON.parse(text);
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : '';
    throw toMistake(file, `JSON (${reason})`, cause);
  }
}
