import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { keyEnding, publicEnding } from '../keys/key-file.ts';

/** The keys of the practice: one person who signs roots and releases, one machine that signs live documents. */
export const practiceKeys = [
  { name: 'person', kind: 'person' },
  { name: 'machine', kind: 'online' },
] as const;

type Name = (typeof practiceKeys)[number]['name'];

/** Relative to the folder whose `.linkspan` it is in. */
export const keyFile = (name: Name): string => join('.linkspan', 'keys', `${name}${keyEnding}`);
export const publicKeyFile = (name: Name): string => join('.linkspan', 'keys', `${name}${publicEnding}`);

/** Whether a file or a folder is there. */
export function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
