import { CommandError } from '../command-error.ts';
import { describeLive, type LiveReleases, manifestOf } from './live-now.ts';
import { manifestIdOf } from './manifest-id.ts';

/**
 * What is live once a release has its share, by sequence; the one other release has the rest. One that nobody gets,
 * as after a halt, makes room.
 * Throws `command/whole-share` where there is no other, `command/third-release` where there are two.
 */
export function toShares(
  remote: string,
  before: LiveReleases,
  { path, manifest, share }: LiveReleases[number],
): LiveReleases {
  const promoted = { path, manifest, share };
  const id = manifestIdOf(manifest);
  if (share === 100) return [promoted];
  const others = before.filter((one) => manifestIdOf(one.manifest) !== id);
  const served = others.filter((one) => one.share > 0);
  const [other, ...more] = served.length > 0 ? served : others;
  if (other === undefined)
    throw new CommandError('command/whole-share', { remote, version: manifestOf(promoted, remote).version });
  if (more.length > 0)
    throw new CommandError('command/third-release', { remote, live: describeLive(before, remote) });
  const sequence = (one: LiveReleases[number]) => manifestOf(one, remote).sequence;
  return [{ ...other, share: 100 - share }, promoted].sort((one, two) => sequence(one) - sequence(two));
}
