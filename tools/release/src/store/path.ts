import { StoreError } from './errors.ts';

/** The folder that a local store keeps for itself. */
export const ownFolder = '.linkspan';

const segment = /^[\w.@+~=()!$,-]{1,200}$/;
const maxLength = 800;

/** Refuses what not every store and every address of a page can hold. Throws `store/path`. */
export function assertStorePath(path: string): void {
  const segments = path.split('/');
  if (path.length > maxLength) refuse(path, `at most ${maxLength} characters long`);
  if (segments.some((one) => one === '.' || one === '..')) refuse(path, 'without . and .. as parts');
  if (segments.some((one) => !segment.test(one)))
    refuse(path, 'parts of letters, digits and . _ - @ + ~ = ( ) ! $ , between single slashes');
  if (segments[0]?.toLowerCase() === ownFolder)
    refuse(path, `outside ${ownFolder}, which the store keeps for itself`);
}

/** Refuses the beginning of a path that leads elsewhere. Throws `store/path`. */
export function assertStorePrefix(prefix: string): void {
  const isOdd = prefix.startsWith('/') || /[\\\0]/.test(prefix);
  if (isOdd || prefix.split('/').some((one) => one === '.' || one === '..'))
    refuse(prefix, 'the beginning of a path, such as remote-evm/releases/');
}

function refuse(path: string, expected: string): never {
  throw new StoreError('store/path', { path, expected });
}
