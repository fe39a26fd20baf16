import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { LinkspanError } from '@linkspan/contract';
import { type Key, keyidOf } from '@linkspan/trust';
import { type HostKeys, parseHostKeys } from '@linkspan/trust/seal';
import { toCanonicalJson } from '@linkspan/trust/sign';
import { toDraftExists } from '../documents/draft.ts';
import { Refusal } from '../errors.ts';
import { readNamedFile } from '../files.ts';
import { command } from '../output.ts';
import type { Args, Context } from '../verb.ts';

/** Where the file of the host team's keys is, unless another is named. */
export const hostKeysFile = '.linkspan/host-keys.json';

/** The file of the host team's keys that is asked for by `--host-keys`. */
export function toHostKeysFile(args: Args, { folder }: Pick<Context, 'folder'>): string {
  return resolve(folder, args.one('host-keys') ?? hostKeysFile);
}

/**
 * Reads the file of the host team's keys.
 * Throws `command/no-host-keys`, `command/host-keys-malformed`.
 */
export async function readHostKeys(file: string): Promise<HostKeys> {
  const bytes = await readNamedFile(file).catch((cause: unknown) => {
    throw new Refusal(
      'command/no-host-keys',
      `There is no file of the host team’s keys at ${file}. Make it with “${command} seal keys”, or name it by --host-keys FILE.`,
      { cause },
    );
  });
  try {
    return parseHostKeys(JSON.parse(new TextDecoder().decode(bytes)), 'it');
  } catch (cause) {
    const isJson = cause instanceof LinkspanError;
    const detail = isJson ? `${cause.context.place} should be ${cause.context.expected}` : 'it is no JSON';
    throw toMalformed(file, detail, { cause });
  }
}

/** Host keys of these public keys, of which `threshold` must sign. Throws `command/host-keys-malformed`. */
export async function toHostKeys(keys: readonly Key[], threshold: number, file: string): Promise<HostKeys> {
  const entries = await Promise.all(keys.map(async (key) => [await keyidOf(key.public), key] as const));
  const keyids = [...new Set(entries.map(([keyid]) => keyid))];
  if (threshold < 1 || threshold > keyids.length)
    throw toMalformed(file, `a threshold of ${threshold} does not go with ${keyids.length} keys`);
  return { keys: Object.fromEntries(entries), role: { keyids: keyids as [string, ...string[]], threshold } };
}

/** Writes the file. Throws `command/draft-exists` if another is there, which others may use. */
export async function writeHostKeys(file: string, hostKeys: HostKeys): Promise<void> {
  const bytes = toCanonicalJson(hostKeys);
  const there = await readNamedFile(file).catch(() => undefined);
  if (there !== undefined && Buffer.compare(there, bytes) === 0) return;
  if (there !== undefined) throw toDraftExists(file);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, bytes, { flag: 'wx' });
}

function toMalformed(file: string, detail: string, options?: { readonly cause: unknown }): Refusal {
  const sentence = `${file} is no file of the host team’s keys: ${detail}. Make it with “${command} seal keys”.`;
  return new Refusal('command/host-keys-malformed', sentence, options);
}
