import { createHash } from 'node:crypto';
import { isVersion, liveDocumentName, type Manifest, newestRootName } from '@linkspan/trust';

/** Where the documents and files of a remote are in a store. */
export const livePath = (remote: string) => `${remote}/${liveDocumentName}`;

/** A previous live document, kept when the next one took its place: who was live when. */
export const historyPath = (remote: string, version: number) => `${historyFolder(remote)}${version}.json`;

export const historyFolder = (remote: string) => `${remote}/history/`;

/** A copy of the newest root that pages are to know. */
export const newestRootPath = (remote: string) => `${remote}/${newestRootName}`;

export const rootPath = (remote: string, version: number) => `${remote}/root/${version}.json`;

/** All that belongs to releases of a remote: a folder for each, and those in which their files lie together. */
export const releasesFolder = (remote: string) => `${remote}/releases/`;

/** Where the manifest of a release is, and what its checks found; ends in `/`. */
export const releasePath = (remote: string, version: string) => `${releasesFolder(remote)}${version}/`;

/** The name of a manifest's envelope, beside the files of its release. */
export const manifestName = 'manifest.json';

/** Documents count up to here. */
const maxNumber = 2 ** 31 - 1;

/** N, if a path is `folder` followed by `N.json`; undefined for any other path: a copy, a backup, a deeper folder. */
export function numberOfPath(folder: string, path: string): number | undefined {
  const [, digits] = /^([1-9]\d{0,9})\.json$/.exec(nameIn(folder, path)) ?? [];
  const number = Number(digits);
  return number <= maxNumber ? number : undefined;
}

/** The version of the release whose manifest is at a path; undefined for any other path. */
export function versionOfPath(remote: string, path: string): string | undefined {
  const [version = '', name, ...rest] = nameIn(releasesFolder(remote), path).split('/');
  return isVersion(version) && name === manifestName && rest.length === 0 ? version : undefined;
}

function nameIn(folder: string, path: string): string {
  return path.startsWith(folder) ? path.slice(folder.length) : '';
}

/** A name that a build makes of what is in the file: `vendor-BARtV875.js`. */
const namedByContent = /-[\w-]{8}\.(js|json|txt)$/;

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

function toName(files: Manifest['files']): string {
  const lines = files.map(({ path, integrity }) => `${path} ${integrity}`).sort();
  return createHash('sha256').update(lines.join('\n')).digest('hex').slice(0, 16);
}
