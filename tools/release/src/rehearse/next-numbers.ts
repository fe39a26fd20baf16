import type { Manifest } from '@linkspan/trust';
import { compareVersions } from '@linkspan/trust/sign';

/** What a release is called, for people and for the rules. */
export type Numbers = Pick<Manifest, 'version' | 'sequence'>;

/** What the next release is called: the package's version where that is higher than all published, else a patch. */
export function toNextNumbers(options: {
  readonly packageVersion: string;
  /** The root's. */
  readonly floor: number;
  readonly published: readonly Numbers[];
}): Numbers {
  const { packageVersion, floor, published } = options;
  const [highest] = published.map(({ version }) => version).sort((one, other) => compareVersions(other, one));
  const isHigher = highest === undefined || compareVersions(packageVersion, highest) > 0;
  return {
    version: isHigher ? packageVersion : raisePatch(highest),
    sequence: Math.max(floor, 1, ...published.map((one) => one.sequence + 1)),
  };
}

/** `1.2.3` becomes `1.2.4`; `1.2.3-rc.1` becomes `1.2.3`, which is above it. */
function raisePatch(version: string): string {
  const [core = '', preRelease] = version.split(/-(.*)/);
  const [major, minor, patch] = core.split('.');
  return preRelease === undefined ? `${major}.${minor}.${Number(patch) + 1}` : core;
}
