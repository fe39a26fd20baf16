import { isAbsolute, relative, sep } from 'node:path';

/** A path as people are shown it and may type it: from the folder that they are in, where it is below. */
export function toShown(path: string, folder: string): string {
  const way = relative(folder, path);
  return way === '' || way === '..' || way.startsWith(`..${sep}`) || isAbsolute(way) ? path : way;
}
