import { listHosts } from '../build/list-hosts.ts';
import { CommandError } from '../command-error.ts';
import type { BuiltRelease } from './built-release.ts';

/** Who signs is shown the hosts that the files name, so they must be those. Throws `command/other-hosts`. */
export function assertHosts({ manifest, contents }: BuiltRelease): void {
  const named = listHosts(contents);
  const differing = [
    ...named.filter((host) => !manifest.hosts.includes(host)),
    ...manifest.hosts.filter((host) => !named.includes(host)),
  ];
  if (differing.length > 0) throw new CommandError('command/other-hosts', { hosts: differing.join(', ') });
}
