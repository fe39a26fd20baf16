import { rename } from 'node:fs/promises';
import { resolve } from 'node:path';
import { createKeyPair, type KeyPair } from '@linkspan/trust/sign';
import { keyEnding, publicEnding, readKeyFile, writeKeyFiles } from './key-file.ts';

/** A key that has taken the place of another under its name. */
export interface Rotated {
  readonly before: KeyPair;
  readonly after: KeyPair;
  /** What the files of the one before are called now. */
  readonly keptAs: string;
}

/**
 * Makes a new key of the same kind under a name, and keeps the one before under another: it must sign the root that
 * replaces it. `now` in milliseconds since 1970. Throws what `readKeyFile` throws, and `command/key-exists`.
 */
export async function rotateKey(folder: string, name: string, now: number): Promise<Rotated> {
  const base = resolve(folder, name);
  const before = await readKeyFile(base + keyEnding);
  const after = await createKeyPair(before.key.kind);
  const instant = new Date(now).toISOString().replace(/[-:]|\.\d+/g, '');
  const keptAs = `${name}.until-${instant}`;
  for (const ending of [keyEnding, publicEnding])
    await rename(base + ending, resolve(folder, keptAs) + ending);
  await writeKeyFiles(base, after);
  return { before, after, keptAs };
}
