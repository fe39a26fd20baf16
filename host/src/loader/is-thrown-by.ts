import { field, isA, messageOf } from '@linkspan/contract';
import type { Release } from '../releases/release.ts';

/**
 * Whether an error was thrown by code of a release, rather than by the browser that did not load it: that one is a
 * `TypeError` whose stack can be read and names no file of the release, though its message may.
 */
export function isThrownBy(release: Pick<Release, 'url' | 'path'>, error: unknown): boolean {
  const hasStack = ['string', 'undefined'].includes(typeof field(error, 'stack', null));
  return !isA(error, TypeError) || !hasStack || isOfRelease(release, stackOf(error));
}

/** Whether a text, such as a stack or the name of a file, names a file of a release. */
export function isOfRelease({ url, path }: Pick<Release, 'url' | 'path'>, text: string): boolean {
  return text.includes(url + path);
}

/** Where an error was thrown, without what it says. Cannot throw. */
export function stackOf(error: unknown): string {
  const stack = field(error, 'stack');
  const message = messageOf(error);
  return typeof stack === 'string' ? stack.replaceAll(message, '') : '';
}
