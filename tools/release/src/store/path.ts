import { Refusal } from '../errors.ts';

/** The folder that a local store keeps for itself. */
export const ownFolder = '.linkspan';

const segment = /^[\w.@+~=()!$,-]{1,200}$/;
const maxLength = 800;

/** Refuses what not every store and every address of a page can hold. Throws `store/path`. */
export function assertStorePath(path: string): void {
  const expected = findFault(path);
  if (expected !== undefined) refuse(path, expected);
}

/**
 * True for a path that this command could have written. A store lists no others, such as `my notes.txt` or a
 * folder's own entry: files of other programs must not stop a command.
 */
export function isStorePath(path: string): boolean {
  return findFault(path) === undefined;
}

/** What a path should be; undefined if it is that. */
function findFault(path: string): string | undefined {
  const segments = path.split('/');
  if (path.length > maxLength) return `at most ${maxLength} characters long`;
  if (segments.some((one) => one === '.' || one === '..')) return 'without . and .. as parts';
  if (segments.some((one) => !segment.test(one)))
    return 'parts of letters, digits and . _ - @ + ~ = ( ) ! $ , between single slashes';
  if (segments[0]?.toLowerCase() === ownFolder)
    return `outside ${ownFolder}, which the store keeps for itself`;
  return undefined;
}

/** Refuses the beginning of a path that leads elsewhere. Throws `store/path`. */
export function assertStorePrefix(prefix: string): void {
  const isOdd = prefix.startsWith('/') || /[\\\0]/.test(prefix);
  if (isOdd || prefix.split('/').some((one) => one === '.' || one === '..'))
    refuse(prefix, 'the beginning of a path, such as remote-evm/releases/');
}

function refuse(path: string, expected: string): never {
  throw new Refusal(
    'store/path',
    `${path} cannot be the path of a file in a store. It should be ${expected}. Rename the file and build again.`,
  );
}
