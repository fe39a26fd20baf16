import type { Release } from './release.ts';

/**
 * Whether an error was thrown by code of a release, rather than by the browser that did not load it: that one is a
 * `TypeError` whose stack names no file of the release, though its message may.
 */
export function isThrownBy(release: Pick<Release, 'places' | 'path'>, error: unknown): boolean {
  return !(error instanceof TypeError) || isOfRelease(release, stackOf(error));
}

/** Whether a text, such as a stack or the name of a file, names a file of a release. */
export function isOfRelease({ places, path }: Pick<Release, 'places' | 'path'>, text: string): boolean {
  return places.some((at) => text.includes(at + path));
}

/** Where an error was thrown, without what it says. */
export function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return '';
  return String(error.stack).replaceAll(error.message, '');
}
