import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest } from '@linkspan/trust';
import type { Team } from '../place/team.ts';
import { goLive } from './go-live.ts';

/** Makes the fixture remote live in place of a team's own, with what its manifest says of its needs. */
export async function goLiveWithFixture(
  team: Team,
  remote: string,
  needs: Partial<Pick<Manifest, 'contract' | 'shared'>>,
): Promise<void> {
  const version = '9.0.0';
  const path = `releases/${version}/`;
  const [discovery, entry] = ['discovery.js', 'remote-entry.js'] as const;
  const files = await Promise.all(
    [discovery, entry].map(async (file) => {
      const bytes = await readFile(join(import.meta.dirname, 'remote', file));
      await team.put(`${remote}/${path}${file}`, bytes);
      const integrity = `sha384-${createHash('sha384').update(bytes).digest('base64')}`;
      return { path: file, bytes: bytes.length, integrity };
    }),
  );
  const own = { version, discovery, entry, preload: [entry], files };
  await goLive(team, remote, { manifest: { shared: {}, ...own, ...needs }, release: { path } });
}
