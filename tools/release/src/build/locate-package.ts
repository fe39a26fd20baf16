import { access, realpath } from 'node:fs/promises';
import { dirname, join } from 'node:path';

/**
 * Where a package finds another, as Node looks for it but for what the environment adds; undefined where it is not
 * installed.
 */
export async function locatePackage(name: string, from: string): Promise<string | undefined> {
  for (let at = from; ; at = dirname(at)) {
    const place = join(at, 'node_modules', name);
    const isThere = await access(join(place, 'package.json')).then(
      () => true,
      () => false,
    );
    if (isThere) return realpath(place);
    if (at === dirname(at)) return undefined;
  }
}
