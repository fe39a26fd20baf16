import { field, messageOf } from '@linkspan/contract';
import type { Release } from '../releases/release.ts';

/** Whether `file`, or the stack of an error without its message, names a file of a release. Cannot throw. */
export function isThrownIn({ url, path }: Pick<Release, 'url' | 'path'>, error: unknown, file = ''): boolean {
  const stack = field(error, 'stack');
  const frames = typeof stack === 'string' ? stack.replaceAll(messageOf(error), '') : '';
  return `${file} ${frames}`.includes(url + path);
}
