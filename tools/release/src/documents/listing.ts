import { isVersion } from '@linkspan/trust';
import { explainRefusal } from '../errors.ts';
import { manifestName, releasesFolder } from './paths.ts';

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

/**
 * A document that a store lists, or undefined if it cannot be read: as if it were not there, since one bad file must not
 * stop what is done with the others. Throws what is no refusal.
 */
export function parseListed<Value>(parse: () => Value): Value | undefined {
  try {
    return parse();
  } catch (error) {
    explainRefusal(error);
    return undefined;
  }
}
