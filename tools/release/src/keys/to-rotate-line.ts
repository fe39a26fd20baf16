import type { KeyId } from '@linkspan/trust';
import { keyEnding, publicEnding } from './key-file.ts';
import type { KeptKey } from './list-key-files.ts';
import type { Use } from './list-uses.ts';
import type { Rotated } from './rotate-key.ts';

/** What the line of a root is made of. */
export interface Rotation extends Pick<Rotated, 'keptAs'> {
  readonly before: KeyId;
  /** What the files of the new key are called. */
  readonly name: string;
  /** The keys that are here, the new one among them. */
  readonly kept: readonly KeptKey[];
  /** The folder that they are in. */
  readonly folder: string;
}

/**
 * The line by which a root takes the new key in place of the one before. Every key of a role is named, since those that
 * are not would lose it; FILE stands for one that is not here.
 */
export function toRotateLine({ root, roles }: Use, rotation: Rotation): string {
  const { before, name, keptAs, folder } = rotation;
  const toFile = (keyid: KeyId) => {
    const found = keyid === before ? name : rotation.kept.find((one) => one.keyid === keyid)?.name;
    return found === undefined ? 'FILE' : `${folder}/${found}${publicEnding}`;
  };
  const named = roles.flatMap((role) => root.roles[role].keyids.map((keyid) => `--${role} ${toFile(keyid)}`));
  // Roots are signed by people alone; the new key must sign too, since it is in the new root.
  const signers = roles.includes('root')
    ? [keptAs, name].map((one) => `--key ${folder}/${one}${keyEnding}`)
    : ['--key FILE'];
  return ['npm run release -- root rotate', root.remote, ...named, ...signers].join(' ');
}
