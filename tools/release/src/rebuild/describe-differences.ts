import { isDeepStrictEqual } from 'node:util';
import type { Manifest } from '@linkspan/trust';

const most = 3;

/**
 * Where a release differs from what its source gives, for people: the first files, else the first fields of the
 * manifest.
 */
export function describeDifferences(release: Manifest, rebuilt: Manifest): string {
  const files = [
    ...release.files.flatMap((file) => describeFile(file, rebuilt)),
    ...rebuilt.files
      .filter(({ path }) => !release.files.some((one) => one.path === path))
      .map(({ path }) => `${path} is missing in the release`),
  ];
  const found = files.length > 0 ? files : describeFields(release, rebuilt);
  const more = found.length > most ? `, and ${found.length - most} more` : '';
  return `${found.slice(0, most).join(', ')}${more}`;
}

function describeFile({ path, integrity }: Manifest['files'][number], rebuilt: Manifest): string[] {
  const other = rebuilt.files.find((one) => one.path === path);
  if (other === undefined) return [`${path} does not come of it`];
  return other.integrity === integrity ? [] : [`${path} has other content`];
}

function describeFields(release: Manifest, rebuilt: Manifest): string[] {
  const names = Object.keys({ ...release, ...rebuilt }) as (keyof Manifest)[];
  return names
    .filter((name) => !isDeepStrictEqual(release[name], rebuilt[name]))
    .map((name) => `its list of ${name} is another`);
}
