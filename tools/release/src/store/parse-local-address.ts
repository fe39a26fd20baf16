import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { StoreAddress } from './address.ts';
import { StoreError } from './error.ts';

/** `file:./folder`, `file:/folder` or `file:///folder`. Throws `store/address`. */
export function parseLocalAddress(text: string): Extract<StoreAddress, { kind: 'local' }> {
  const folder = toFolder(text);
  return { kind: 'local', address: `file:${folder}`, folder };
}

function toFolder(text: string): string {
  const rest = text.slice('file:'.length);
  if (rest === '' || rest.includes('\0')) refuse('the folder is missing');
  if (!rest.startsWith('//')) return resolve(rest);
  try {
    return fileURLToPath(text);
  } catch {
    return refuse('the folder after file:// is not on this machine');
  }
}

function refuse(place: string): never {
  throw new StoreError('store/address', { place, expected: 'file: and a folder, such as file:./store' });
}
