import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { type Key, type KeyId, keyidOf } from '@linkspan/trust';
import { keyEnding, publicEnding, readPublicKeyFile } from './key-file.ts';

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

/** The keys in a folder, by their names; none where it is not there. Throws `command/key-malformed`. */
export async function listKeyFiles(folder: string): Promise<readonly KeptKey[]> {
  const names = await readdir(folder).catch((): string[] => []);
  return Promise.all(
    names
      .filter((name) => name.endsWith(publicEnding))
      .sort()
      .map(async (file) => {
        const name = file.slice(0, -publicEnding.length);
        const { kind, public: raw } = await readPublicKeyFile(resolve(folder, file));
        return { name, kind, keyid: await keyidOf(raw), canSign: names.includes(name + keyEnding) };
      }),
  );
}
