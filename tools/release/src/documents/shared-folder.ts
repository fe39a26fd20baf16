import { createHash } from 'node:crypto';
import type { Manifest } from '@linkspan/trust';
import { releasesFolder } from './paths.ts';

/** A name that bundlers make of what is in the file: `vendor-BARtV875.js`. */
const namedByContent = /-[\w-]{8}\.js$/;

/**
 * The folder of a store in which releases of a remote have their files together; ends in `/`. What is the same in two of
 * them has one address there, and a browser that has it does not ask again.
 *
 * A name that does not tell the content, such as `dark.css`, would mean other bytes in the next release. So the folder is
 * called by all such files together, and is another one as soon as one of them changes.
 */
export function toSharedFolder({ remote, files }: Pick<Manifest, 'remote' | 'files'>): string {
  const plain = files.filter(({ path }) => !namedByContent.test(path));
  return `${releasesFolder(remote)}files${plain.length === 0 ? '' : `-${toName(plain)}`}/`;
}

/** Whether a folder beside those of the releases is one of files. A version begins with a digit. */
export function isSharedFolder(name: string): boolean {
  return /^files(-|$)/.test(name);
}

function toName(files: Manifest['files']): string {
  const lines = files.map(({ path, integrity }) => `${path} ${integrity}`).sort();
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16);
}
