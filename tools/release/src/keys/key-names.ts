import { resolve } from 'node:path';
import type { KeyId } from '@linkspan/trust';
import { keysFolder, listKeyFiles } from './list-key-files.ts';

/** Answers what people call a key: the name of its file on this machine, else the beginning of its id. */
export async function readKeyNames(folder: string): Promise<(keyid: KeyId) => string> {
  const keys = await listKeyFiles(resolve(folder, keysFolder));
  const names = new Map(keys.map(({ keyid, name }) => [keyid, name]));
  return (keyid) => names.get(keyid) ?? keyid.slice(0, 8);
}
